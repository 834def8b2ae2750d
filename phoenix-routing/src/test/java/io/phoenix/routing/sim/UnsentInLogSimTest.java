package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.VirtualRange;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A sender leaves with a log while it has messages for a node that has crashed. Those that were
 * never sent are not in doubt: after its return they go to whoever has taken the range over.
 */
class UnsentInLogSimTest {
  private static final Duration LIMIT = Duration.ofSeconds(200);
  private static final Duration FORGET = Duration.ofSeconds(20);

  private final Crew crew =
      new Crew(
          1,
          NodeConfig.of("unsent", 16)
              .withDeadAfter(Duration.ofSeconds(2))
              .withForgetAfter(FORGET)
              .withLeaveTimeout(Duration.ofSeconds(2)));
  private final Crew.Member sender = crew.join();
  private final Crew.Member owner = crew.join();
  private final Crew.Member heir = crew.join();

  private void crashOwner() {
    crew.run(Duration.ofSeconds(1));
    owner.node.assume(VirtualRange.all(16));
    crew.run(Duration.ofSeconds(1));
    sender.send(3);
    crew.run(Duration.ofSeconds(1));
    assertThat(crew.missing()).isZero();
    crew.world.network().crash(owner.host, true, 0);
    crew.run(Duration.ofSeconds(1));
    sender.send(3);
    sender.send(4);
    sender.send(3);
  }

  private void leaveAndReturn(Runnable meanwhile) {
    sender.beginLeave(true);
    assertThat(crew.await(() -> sender.isGone, LIMIT)).isTrue();
    meanwhile.run();
    sender.comeBack();
  }

  @Test
  void whatWasNeverSentGoesToTheNextOwnerAfterTheReturn() {
    crashOwner();
    leaveAndReturn(() -> heir.node.assume(VirtualRange.all(16)));
    sender.send(3);
    crew.demandAllArrived(LIMIT);
    assertThat(crew.missing()).isZero();
  }

  @Test
  void itDoesSoIfTheNextOwnerComesMuchLater() {
    crashOwner();
    leaveAndReturn(() -> {});
    crew.run(FORGET.multipliedBy(2));
    heir.node.assume(VirtualRange.all(16));
    crew.demandAllArrived(LIMIT);
    assertThat(crew.missing()).isZero();
  }

  @Test
  void messagesToANodeInPersonAreNotOvertakenByThoseSentRightAfterTheReturn() {
    long name = owner.node.resourceName().value();
    crew.run(Duration.ofSeconds(1));
    Blockage cut = crew.world.network().block(List.of(sender.host), List.of(owner.host, heir.host));
    crew.run(Duration.ofSeconds(4)); // the links are dead
    sender.send(name);
    sender.send(name);
    leaveAndReturn(cut::heal);
    sender.send(name);
    crew.demandAllArrived(LIMIT);
    assertThat(crew.missing()).isZero();
  }
}
