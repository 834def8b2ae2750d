package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Messages to a node in person, which is away, when the node that sent them leaves for good: a node
 * that stays keeps them until the other one returns.
 */
class KeptMailSimTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int BUFFER_BYTES = 20_000;

  private final Crew crew =
      new Crew(
          1,
          NodeConfig.of("mail", 16)
              .withLeaveTimeout(Duration.ofSeconds(4))
              .withForgetAfter(Duration.ofSeconds(40))
              .withSendBufferBytes(BUFFER_BYTES));
  private final Crew.Member sender = crew.join();
  private final Crew.Member absent = crew.join();
  private final Crew.Member keeper = crew.join();

  private void awayWith(Runnable sending) {
    crew.run(Duration.ofSeconds(2));
    absent.beginLeave(true);
    assertThat(crew.await(() -> absent.isGone, LIMIT)).isTrue();
    sending.run();
    sender.beginLeave(false);
    assertThat(crew.await(() -> sender.isGone, LIMIT)).isTrue();
  }

  @Test
  void whatALeaverHadForANodeThatIsAwayIsKeptUntilItReturns() {
    long name = absent.node.resourceName().value();
    awayWith(
        () -> {
          for (int i = 0; i < 5; i++) {
            sender.send(name);
          }
        });
    assertThat(sender.report().lost()).isZero();
    absent.comeBack();
    crew.demandAllArrived(LIMIT);
    assertThat(crew.missing()).isZero();
  }

  @Test
  void aKeeperThatLeavesForGoodGivesThemToAnother() {
    long name = absent.node.resourceName().value();
    awayWith(() -> sender.send(name));
    crew.join();
    crew.run(Duration.ofSeconds(2));
    keeper.beginLeave(false);
    assertThat(crew.await(() -> keeper.isGone, LIMIT)).isTrue();
    absent.comeBack();
    crew.demandAllArrived(LIMIT);
    assertThat(crew.missing()).isZero();
  }

  @Test
  void aKeeperThatLeavesWithALogBringsThemBack() {
    long name = absent.node.resourceName().value();
    awayWith(() -> sender.send(name));
    keeper.beginLeave(true);
    assertThat(crew.await(() -> keeper.isGone, LIMIT)).isTrue();
    absent.comeBack();
    crew.run(Duration.ofSeconds(1));
    keeper.comeBack();
    crew.demandAllArrived(LIMIT);
    assertThat(crew.missing()).isZero();
  }
}
