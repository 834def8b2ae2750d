package io.phoenix.routing.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Loop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The promises of the plain loop. */
@Timeout(60)
class ThreadLoopTest {
  private final ThreadLoop loop = ThreadLoop.start("test");

  @AfterEach
  void shutdown() {
    loop.shutdown();
  }

  @Test
  void runsTasksOfEachThreadOnceAndInOrder() throws InterruptedException {
    int threads = 4;
    int tasks = 20_000;
    int[] next = new int[threads];
    var wrong = new AtomicInteger();
    var left = new CountDownLatch(threads * tasks);
    for (int t = 0; t < threads; t++) {
      int thread = t;
      new Thread(
              () -> {
                for (int i = 0; i < tasks; i++) {
                  int number = i;
                  loop.execute(
                      () -> {
                        if (next[thread]++ != number) {
                          wrong.incrementAndGet();
                        }
                        left.countDown();
                      });
                }
              })
          .start();
    }
    left.await();
    assertThat(wrong).hasValue(0);
  }

  @Test
  void failureOfTheVirtualMachineIsToldAndEndsTheLoop() throws InterruptedException {
    var failures = new LinkedBlockingQueue<VirtualMachineError>();
    loop.onFailure(failures::add);
    loop.execute(
        () -> {
          throw new StackOverflowError("too deep");
        });
    assertThat(failures.take()).hasMessage("too deep");
    loop.runUntil(() -> false, Long.MAX_VALUE); // returns when the loop has ended
    assertThatThrownBy(() -> loop.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void timersRunInTheOrderOfTheirTimes() throws InterruptedException {
    List<Integer> order = new ArrayList<>();
    var settingTookNs = new AtomicLong();
    var done = new CountDownLatch(3);
    loop.execute(
        () -> {
          long beginNs = loop.nowNs();
          setTimer(9_000_000, 3, order, done);
          setTimer(3_000_000, 1, order, done);
          setTimer(3_000_000, 2, order, done);
          setTimer(3_000_000, 0, order, done).cancel();
          settingTookNs.set(loop.nowNs() - beginNs);
        });
    done.await();
    // A thread that was held up for so long has set the first one to the earliest time.
    boolean heldUp = settingTookNs.get() >= 6_000_000;
    assertThat(order).containsSubsequence(1, 2).contains(3).doesNotContain(0);
    assertThat(heldUp || order.equals(List.of(1, 2, 3))).as("order %s", order).isTrue();
  }

  private Loop.Timer setTimer(long delayNs, int id, List<Integer> order, CountDownLatch done) {
    return loop.set(
        delayNs,
        now -> {
          order.add(id);
          done.countDown();
        });
  }

  @Test
  void noWakeUpIsLost() throws InterruptedException {
    for (int i = 0; i < 20_000; i++) {
      var done = new AtomicBoolean();
      loop.execute(
          () -> {
            done.set(true);
            loop.wake();
          });
      loop.runUntil(done::get, Long.MAX_VALUE);
    }
  }

  @Test
  void aTaskThatFailsDoesNotEndTheLoop() throws InterruptedException {
    var done = new CountDownLatch(1);
    loop.execute(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    loop.execute(done::countDown);
    done.await();
  }

  @Test
  void runUntilEndsAtItsDeadlineAndOnInterrupt() {
    long begin = System.nanoTime();
    loop.runUntil(() -> false, begin + 5_000_000);
    assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(5_000_000);

    Thread.currentThread().interrupt();
    loop.runUntil(() -> false, Long.MAX_VALUE);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void onlyTheLoopItselfMayRunAtOnce() throws InterruptedException {
    assertThat(loop.tryRun(() -> {})).isFalse();
    var ran = new CountDownLatch(1);
    loop.execute(() -> loop.tryRun(ran::countDown));
    ran.await();
  }

  @Test
  void shutdownRunsWhatIsQueuedAndRefusesTheRest() {
    var ran = new AtomicInteger();
    for (int i = 0; i < 1000; i++) {
      loop.execute(ran::incrementAndGet);
    }
    loop.shutdown();
    assertThat(ran).hasValue(1000);
    assertThatThrownBy(() -> loop.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
  }
}
