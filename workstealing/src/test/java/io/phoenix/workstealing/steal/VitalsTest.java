package io.phoenix.workstealing.steal;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.TestApplications.Fib;
import io.phoenix.workstealing.policy.RandomPolicy;
import io.phoenix.workstealing.task.LongTasks;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a node says of itself. */
class VitalsTest {
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
  private final Crew crew = new Crew(2, new NoHost());
  private final Vitals vitals = new Vitals(settings);

  private double speed() {
    return vitals.info(VirtualRange.of(0, 50), crew, new Table()).speed();
  }

  private void setBusy(int workers) {
    for (Seat seat : crew.seats()) {
      seat.away = seat.index < workers;
    }
  }

  @Test
  void speedIsNotKnownBeforeThereWasWork() {
    vitals.tick(crew, 0);
    vitals.tick(crew, SECOND_NS);
    assertThat(speed()).isZero();
  }

  @Test
  void nodeThatHasNoWorkIsAsFastAsItWasWhenAllItsWorkersHad() {
    vitals.tick(crew, 0);
    setBusy(1);
    vitals.tasks += 1000;
    vitals.tick(crew, SECOND_NS);
    assertThat(speed()).isEqualTo(2000);
    setBusy(2);
    vitals.tasks += 2000;
    vitals.tick(crew, 2 * SECOND_NS);
    assertThat(speed()).isEqualTo(2000);
    setBusy(0);
    vitals.tick(crew, 9 * SECOND_NS);
    assertThat(speed()).isEqualTo(2000);
  }

  @Test
  void speedIsNeverNegativeThoughATaskWasTakenOutOfAWorkersHands() {
    setBusy(1);
    vitals.tasks = 2;
    for (int i = 0; i < 100; i++) {
      vitals.tick(crew, i * SECOND_NS);
    }
    vitals.tasks--;
    vitals.tick(crew, 100 * SECOND_NS);
    assertThat(speed()).isNotNegative();
  }

  private static final class NoHost implements Crew.Host {
    @Override
    public void giveFrom(Subcomputation s, Hunger hunger) {}

    @Override
    public void onNothing(Hunger hunger, long nowNs) {}
  }
}
