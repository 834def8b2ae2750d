package io.phoenix.routing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

class SendBudgetTest {

  /** What is taken, one after the other; 0 gives the oldest back. */
  @Provide
  Arbitrary<List<Integer>> costs() {
    Arbitrary<Integer> small = Arbitraries.integers().between(1, 500);
    Arbitrary<Integer> large = Arbitraries.integers().between(1, 3000);
    return Arbitraries.frequencyOf(
            Tuple.of(10, Arbitraries.just(0)), Tuple.of(18, small), Tuple.of(2, large))
        .list()
        .ofMaxSize(200);
  }

  @Property(tries = 300)
  void neverAboveTheLimitUnlessForOneMessageAlone(@ForAll("costs") List<Integer> costs) {
    SendBudget budget = new SendBudget(1000, 500);
    Deque<Long> taken = new ArrayDeque<>();
    for (long cost : costs) {
      if (cost > 0) {
        boolean fits = taken.isEmpty() || budget.presentBytes() + cost <= 1000;
        assertThat(budget.tryTake(cost, false)).isEqualTo(fits);
        if (fits) {
          taken.add(cost);
        }
      } else if (!taken.isEmpty()) {
        budget.giveBack(taken.remove());
      }
      long sum = taken.stream().mapToLong(c -> c).sum();
      assertThat(budget.presentBytes()).isEqualTo(sum);
      assertThat(sum <= 1000 || taken.size() == 1).isTrue();
    }
  }

  @Test
  void messageAboveTheLimitGoesAlone() {
    SendBudget budget = new SendBudget(1000, 500);
    assertThat(budget.tryTake(5000, false)).isTrue();
    assertThat(budget.tryTake(1, false)).isFalse();
    budget.giveBack(5000);
    assertThat(budget.tryTake(1, false)).isTrue();
    assertThat(budget.tryTake(5000, false)).isFalse();
  }

  @Test
  void loopMayTakeTwiceAsMuch() {
    SendBudget budget = new SendBudget(1000, 500);
    assertThat(budget.tryTake(1000, false)).isTrue();
    assertThat(budget.tryTake(1, false)).isFalse();
    assertThat(budget.tryTakeOnLoop(1000, false)).isTrue();
    assertThat(budget.tryTakeOnLoop(1, false)).isFalse();
    assertThat(budget.presentBytes()).isEqualTo(2000);
  }

  @Test
  void threadsTogetherKeepTheLimit() throws Exception {
    SendBudget budget = new SendBudget(1000, 500);
    AtomicLong held = new AtomicLong();
    AtomicLong most = new AtomicLong();
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> done = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int cost = 200 + 50 * t;
      done.add(
          threads.submit(
              () -> {
                start.await();
                for (int i = 0; i < 50_000; i++) {
                  if (budget.tryTake(cost, false)) {
                    most.accumulateAndGet(held.addAndGet(cost), Math::max);
                    held.addAndGet(-cost);
                    budget.giveBack(cost);
                  }
                }
                return null;
              }));
    }
    start.countDown();
    for (Future<?> f : done) {
      f.get(60, TimeUnit.SECONDS);
    }
    threads.shutdown();
    assertThat(most.get()).isBetween(200L, 1000L);
    assertThat(budget.presentBytes()).isZero();
  }

  @Test
  void whatWaitsForSomebodyAwayTakesNoRoomFromOthers() {
    SendBudget budget = new SendBudget(1000, 500);
    assertThat(budget.tryTake(1000, true)).isTrue();
    assertThat(budget.tryTake(1, false)).as("not known yet to wait").isFalse();
    budget.moveAway(1000);
    assertThat(budget.tryTake(1, true)).isFalse();
    assertThat(budget.tryTake(1000, false)).isTrue();
    assertThat(budget.tryTake(1, false)).isFalse();
    budget.moveAway(-600);
    assertThat(budget.tryTake(1, false)).isFalse();
    budget.giveBack(1600);
    assertThat(budget.presentBytes()).isZero();
    assertThat(budget.awayBytes()).isEqualTo(400);
    assertThat(budget.tryTake(100, true)).isTrue();
    assertThat(budget.tryTake(101, true)).isFalse();
    assertThat(budget.tryTakeOnLoop(600, true)).isTrue();
  }
}
