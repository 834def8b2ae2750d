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
  private static final StormSettings SETTINGS = new StormSettings(3, 5, 50, 5, 20, 5000);

  private final StringWriter shown = new StringWriter();

  @Test
  void aRightOverlayIsFoundRight() {
    Verdict verdict = storm(FakeCluster::honest);
    assertThat(verdict.problems()).isEmpty();
    assertThat(verdict.isClean()).isTrue();
    assertThat(verdict.stats().delivered()).isEqualTo(verdict.stats().sent()).isGreaterThan(10_000);
    assertThat(verdict.stats().movesIn()).isEqualTo(verdict.stats().movesOut()).isGreaterThan(50);
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
    try (var world = new FakeCluster(SETTINGS, plant)) {
      var progress = new StormRun.Progress(new PrintWriter(shown), false);
      return new StormRun(world, Duration.ofSeconds(3), progress).run();
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
      if (message.tag() == StormNode.HOP && seen++ == 5000) {
        wrong.onDue(message, deliver);
      } else {
        deliver.accept(message, Duration.ZERO);
      }
    }
  }
}
