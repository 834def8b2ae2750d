package io.phoenix.workstealing.steal;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.TestApplications.Fib;
import io.phoenix.workstealing.policy.RandomPolicy;
import io.phoenix.workstealing.task.LongTasks;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a node says of itself. */
class SiteMetricsTest {
  private static final long SECOND_NS = 1_000_000_000;
  private final SiteSettings settings =
      new SiteSettings(
          1,
          new LongTasks(new Fib(), 12),
          new RandomPolicy(),
          2,
          -1,
          100,
          "",
          new SplittableRandom(1));
  private final SiteWorkers workers = new SiteWorkers(2, worker -> {});
  private final SiteMetrics metrics = new SiteMetrics(settings);

  private double speed() {
    return metrics.info(VirtualRange.of(0, 50), workers, new SubcomputationTable()).speed();
  }

  private void setBusy(int busy) {
    for (WorkerSlot slot : workers.slots()) {
      slot.away = slot.index < busy;
    }
  }

  @Test
  void speedIsNotKnownBeforeThereWasWork() {
    metrics.tick(workers, 0);
    metrics.tick(workers, SECOND_NS);
    assertThat(speed()).isZero();
  }

  @Test
  void nodeThatHasNoWorkIsAsFastAsItWasWhenAllItsWorkersHad() {
    metrics.tick(workers, 0);
    setBusy(1);
    metrics.tasks += 1000;
    metrics.tick(workers, SECOND_NS);
    assertThat(speed()).isEqualTo(2000);
    setBusy(2);
    metrics.tasks += 2000;
    metrics.tick(workers, 2 * SECOND_NS);
    assertThat(speed()).isEqualTo(2000);
    setBusy(0);
    metrics.tick(workers, 9 * SECOND_NS);
    assertThat(speed()).isEqualTo(2000);
  }

  @Test
  void speedIsNeverNegativeThoughATaskWasTakenOutOfAWorkersHands() {
    setBusy(1);
    metrics.tasks = 2;
    for (int i = 0; i < 100; i++) {
      metrics.tick(workers, i * SECOND_NS);
    }
    metrics.tasks--;
    metrics.tick(workers, 100 * SECOND_NS);
    assertThat(speed()).isNotNegative();
  }
}
