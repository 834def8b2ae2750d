package io.phoenix.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.VirtualRange;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Whether the storm, moves and all, sees what is planted into an overlay that is right. */
class StormRunTest {
  private static final StormSettings SETTINGS = new StormSettings(3, 5, 50, 5, 20, 5000, false, 0);

  /** The tag of a piece of state that a migration moves. */
  private static final int CHUNK = Integer.MAX_VALUE;

  private final StringWriter shown = new StringWriter();

  @Test
  void aRightOverlayIsFoundRight() {
    Verdict verdict = storm(FakeCluster::honest);
    assertThat(verdict.problems()).isEmpty();
    assertThat(verdict.isClean()).isTrue();
    assertThat(verdict.stats().delivered()).isEqualTo(verdict.stats().sent()).isGreaterThan(10_000);
    assertThat(verdict.stats().moves()).isGreaterThan(50);
    assertThat(verdict.stats().cuts()).isPositive();
    assertThat(shown.toString()).contains("delivered", "moves", "cuts", "in flight");
  }

  @Test
  void aLostMessageIsFound() {
    Verdict verdict = storm(new Once((message, deliver) -> {}));
    assertThat(verdict.isClean()).isFalse();
    assertThat(verdict.lost()).isEqualTo(1);
    assertThat(verdict.stats().outOfOrder()).isZero();
    assertThat(verdict.stats().duplicated()).isZero();
    assertThat(verdict.problems()).anyMatch(problem -> problem.startsWith("lost: number"));
  }

  @Test
  void aSecondCopyIsFound() {
    Verdict verdict =
        storm(
            new Once(
                (message, deliver) -> {
                  deliver.accept(message, Duration.ZERO);
                  deliver.accept(message, Duration.ofMillis(700));
                }));
    assertThat(verdict.isClean()).isFalse();
    assertThat(verdict.stats().duplicated()).isEqualTo(1);
    assertThat(verdict.lost()).isZero();
    assertThat(verdict.stats().outOfOrder()).isZero();
  }

  @Test
  void anOvertakenMessageIsFound() {
    Verdict verdict =
        storm(new Once((message, deliver) -> deliver.accept(message, Duration.ofSeconds(2))));
    assertThat(verdict.isClean()).isFalse();
    assertThat(verdict.stats().outOfOrder()).isEqualTo(1);
    assertThat(verdict.lost()).isZero();
    assertThat(verdict.stats().duplicated()).isZero();
  }

  @Test
  void aChangedByteIsFound() {
    Verdict verdict =
        storm(
            new Once(
                (message, deliver) -> {
                  message.payload()[message.payload().length - 1] ^= 1;
                  deliver.accept(message, Duration.ZERO);
                }));
    assertThat(verdict.isClean()).isFalse();
    assertThat(verdict.stats().damaged()).isEqualTo(1);
  }

  @Test
  void aLostIntervalIsFound() {
    Verdict verdict =
        storm(
            new FakeCluster.Plant() {
              private int moves;

              @Override
              public void onDue(Message message, BiConsumer<Message, Duration> deliver) {
                if (message.tag() != StormNode.MOVE || ++moves != 20) {
                  deliver.accept(message, Duration.ZERO);
                }
              }
            });
    assertThat(verdict.isClean()).isFalse();
    assertThat(verdict.homeless()).isPositive();
  }

  @Test
  void nodesThatComeAndGoAreFoundRight() {
    Verdict verdict = churn(FakeCluster::honest);
    assertThat(verdict.problems()).isEmpty();
    assertThat(verdict.isClean()).isTrue();
    assertThat(verdict.stats().delivered()).isEqualTo(verdict.stats().sent()).isGreaterThan(10_000);
    assertThat(verdict.churn().joins()).isGreaterThan(5);
    assertThat(verdict.churn().leaves()).isGreaterThan(5);
    assertThat(verdict.stats().balances()).isGreaterThan(10);
    assertThat(verdict.stats().moves()).isGreaterThan(20);
    assertThat(shown.toString()).contains("joins", "leaves", "balances", "moves");
    assertThat(verdict.toTable(1)).contains("nodes that joined", "nodes that left", "balances");
  }

  @Test
  void aLostMessageIsFoundThoughItsSenderHasLeft() {
    Verdict verdict =
        churn(
            new FakeCluster.Plant() {
              private int seen;

              @Override
              public void onDue(Message message, BiConsumer<Message, Duration> deliver) {
                // Node 3 is the first to come later than the others, and leaves again.
                boolean fromNewcomer = message.from() == -4 && message.tag() == Traffic.HOP;
                if (!fromNewcomer || ++seen != 200) {
                  deliver.accept(message, Duration.ZERO);
                }
              }
            });
    assertThat(verdict.isClean()).isFalse();
    assertThat(verdict.lost()).isEqualTo(1);
    assertThat(verdict.problems())
        .anyMatch(problem -> problem.matches("lost: number \\d+ from node 3 .* never came"));
    assertThat(verdict.stats().outOfOrder()).isZero();
    assertThat(verdict.stats().duplicated()).isZero();
  }

  @Test
  void aSecondCopyIsFoundAtTheNextOwner() {
    Verdict verdict =
        churn(
            new Once(
                (message, deliver) -> {
                  deliver.accept(message, Duration.ZERO);
                  deliver.accept(message, Duration.ofSeconds(2));
                }));
    assertThat(verdict.isClean()).isFalse();
    assertThat(verdict.stats().duplicated()).isEqualTo(1);
    assertThat(verdict.lost()).isZero();
  }

  @Test
  void historyThatIsChangedOnTheMoveIsFound() {
    Verdict verdict =
        churn(
            new FakeCluster.Plant() {
              private int chunks;

              @Override
              public void onDue(Message message, BiConsumer<Message, Duration> deliver) {
                if (message.tag() == CHUNK && ++chunks == 10) {
                  forgetOneMessage(message.payload());
                }
                deliver.accept(message, Duration.ZERO);
              }
            });
    assertThat(verdict.isClean()).isFalse();
    assertThat(verdict.lost() + verdict.stats().duplicated()).isPositive();
  }

  /**
   * Sets the first stream back by one: v, how many streams, the first one's number, then the number
   * that is expected next; but for v, all are small enough for one byte.
   */
  private static void forgetOneMessage(byte[] chunk) {
    int streams = Long.BYTES;
    while (chunk[streams] == 0) {
      streams += 1 + Long.BYTES; // a virtual node without streams
    }
    chunk[streams + 2]--;
  }

  @Test
  void theSharesOfTheNodesMakeUpTheSpace() {
    for (int nodes = 2; nodes < 20; nodes++) {
      StormSettings settings = StormSettings.of(nodes, 1);
      long end = 0;
      for (int i = 0; i < nodes; i++) {
        VirtualRange share = settings.share(i);
        assertThat(share.first()).isEqualTo(end);
        end = share.end();
      }
      assertThat(end).isEqualTo(StormSettings.SPACE);
    }
  }

  private Verdict storm(FakeCluster.Plant plant) {
    return run(SETTINGS, plant);
  }

  private Verdict churn(FakeCluster.Plant plant) {
    return run(SETTINGS.withChurn(true, 8), plant);
  }

  private Verdict run(StormSettings settings, FakeCluster.Plant plant) {
    try (var world = new FakeCluster(settings, plant)) {
      var progress = new StormRun.Progress(new PrintWriter(shown), false);
      return new StormRun(world, settings, Duration.ofSeconds(3), progress).run();
    }
  }

  /**
   * Does something to one message in the middle of the storm: one of the bulk lane to a virtual
   * node that more messages of the same stream follow to.
   */
  private static final class Once implements FakeCluster.Plant {
    private final FakeCluster.Plant wrong;
    private int seen;

    Once(FakeCluster.Plant wrong) {
      this.wrong = wrong;
    }

    @Override
    public void onDue(Message message, BiConsumer<Message, Duration> deliver) {
      if (message.tag() == Traffic.HOP && seen++ == 5000) {
        wrong.onDue(message, deliver);
      } else {
        deliver.accept(message, Duration.ZERO);
      }
    }
  }
}
