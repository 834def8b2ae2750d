package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.VirtualRange;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * An owner leaves with a log while it is cut off, so that only its successor can tell which
 * messages it took. The successor crashes before it has told anybody.
 */
class LostSuccessorSimTest {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final VirtualRange ALL = VirtualRange.all(16);

  private final Crew crew =
      new Crew(
          1,
          NodeConfig.of("successor", 16)
              .withDeadAfter(Duration.ofSeconds(2))
              .withForgetAfter(Duration.ofSeconds(20))
              .withLeaveTimeout(Duration.ofSeconds(2)));
  private final Crew.Member sender = crew.join();
  private final Crew.Member owner = crew.join();
  private final Crew.Member heir = crew.join();

  private long saidToBeInDoubt() {
    return sender.node.explain().doubts().stream().mapToLong(d -> d.messages()).sum();
  }

  @Test
  void whatOnlyTheSuccessorCouldSettleIsGivenUpWithIt() {
    crew.run(Duration.ofSeconds(1));
    owner.node.assume(ALL);
    crew.run(Duration.ofSeconds(1));
    sender.send(3);
    crew.run(Duration.ofSeconds(1));
    Blockage cut = crew.world.network().block(List.of(owner.host), List.of(sender.host, heir.host));
    sender.send(3); // on the wire: in doubt
    sender.send(3);
    crew.run(Duration.ofSeconds(4));
    sender.send(3); // there is no way any more: never sent
    owner.beginLeave(true);
    assertThat(crew.await(() -> owner.isGone, LIMIT)).isTrue();
    cut.heal();
    owner.comeBack();
    var successor = owner.node.resourceName();
    assertThat(
            crew.await(
                () -> sender.node.explain().route(successor).isPresent(), Duration.ofSeconds(20)))
        .isTrue();
    crew.world.network().crash(owner.host, true, 0);
    heir.node.assume(ALL);
    sender.send(3);
    assertThat(crew.await(() -> crew.missing() == 2, LIMIT))
        .as("complaint: %s", crew.complaint())
        .isTrue();
    assertThat(saidToBeInDoubt()).isEqualTo(2);
  }
}
