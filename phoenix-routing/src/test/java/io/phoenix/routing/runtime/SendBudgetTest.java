package io.phoenix.routing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SendBudgetTest {

  @Property(tries = 300)
  void neverAboveTheLimitUnlessForOneMessageAlone(@ForAll long seed) {
    var random = new SplittableRandom(seed);
    SendBudget budget = new SendBudget(1000);
    Deque<Long> taken = new ArrayDeque<>();
    for (int i = 0; i < 200; i++) {
      if (random.nextInt(3) > 0) {
        long cost = 1L + random.nextInt(random.nextInt(10) == 0 ? 3000 : 500);
        boolean fits = taken.isEmpty() || budget.usedBytes() + cost <= 1000;
        assertThat(budget.tryTake(cost)).isEqualTo(fits);
        if (fits) {
          taken.add(cost);
        }
      } else if (!taken.isEmpty()) {
        budget.giveBack(taken.remove());
      }
      long sum = taken.stream().mapToLong(c -> c).sum();
      assertThat(budget.usedBytes()).isEqualTo(sum);
      assertThat(sum <= 1000 || taken.size() == 1).isTrue();
    }
  }

  @Test
  void messageAboveTheLimitGoesAlone() {
    SendBudget budget = new SendBudget(1000);
    assertThat(budget.tryTake(5000)).isTrue();
    assertThat(budget.tryTake(1)).isFalse();
    budget.giveBack(5000);
    assertThat(budget.tryTake(1)).isTrue();
    assertThat(budget.tryTake(5000)).isFalse();
  }

  @Test
  void loopMayTakeTwiceAsMuch() {
    SendBudget budget = new SendBudget(1000);
    assertThat(budget.tryTake(1000)).isTrue();
    assertThat(budget.tryTake(1)).isFalse();
    assertThat(budget.tryTakeOnLoop(1000)).isTrue();
    assertThat(budget.tryTakeOnLoop(1)).isFalse();
    assertThat(budget.usedBytes()).isEqualTo(2000);
  }

  @Test
  void threadsTogetherKeepTheLimit() throws Exception {
    SendBudget budget = new SendBudget(1000);
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
                  if (budget.tryTake(cost)) {
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
    assertThat(budget.usedBytes()).isZero();
  }
}
