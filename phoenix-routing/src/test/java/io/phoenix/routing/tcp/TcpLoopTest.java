package io.phoenix.routing.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The promises of a loop whose baton moves, for each way to wait. */
@Timeout(60)
@SuppressWarnings("ThreadPriorityCheck") // to yield is all one can do while cores are few
class TcpLoopTest {
  private static final long FOREVER = Long.MAX_VALUE;

  /** Each kind of loop that there is. */
  enum Kind {
    SLEEPING(false, true),
    SPINNING(true, true),
    NIO(false, false);

    private final boolean busyPoll;
    private final boolean epoll;

    Kind(boolean busyPoll, boolean epoll) {
      this.busyPoll = busyPoll;
      this.epoll = epoll;
    }

    TcpLoop start() {
      return TcpLoop.start("test", busyPoll, epoll);
    }
  }

  private final List<TcpLoop> loops = new ArrayList<>();

  private TcpLoop start(Kind kind) {
    TcpLoop loop = kind.start();
    loops.add(loop);
    return loop;
  }

  @AfterEach
  void shutdown() {
    loops.forEach(TcpLoop::shutdown);
  }

  @ParameterizedTest
  @EnumSource
  void runsTasksOfEachThreadOnceAndInOrder(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    int threads = 4;
    int tasks = 20_000;
    int[] next = new int[threads];
    var wrong = new AtomicReference<String>();
    var left = new CountDownLatch(threads * tasks);
    for (int t = 0; t < threads; t++) {
      int thread = t;
      start(
          () -> {
            for (int i = 0; i < tasks; i++) {
              int number = i;
              loop.execute(
                  () -> {
                    if (next[thread]++ != number || !loop.inLoop()) {
                      wrong.set("thread " + thread + " task " + number);
                    }
                    left.countDown();
                  });
            }
          });
    }
    left.await();
    assertThat(wrong.get()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void oneThreadAtATimeIsTheLoop(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    var inside = new AtomicInteger();
    var clashes = new AtomicInteger();
    long[] unguarded = new long[1];
    int threads = 4;
    int rounds = 20_000;
    var left = new CountDownLatch(threads * rounds);
    Runnable task =
        () -> {
          if (inside.incrementAndGet() != 1) {
            clashes.incrementAndGet();
          }
          unguarded[0]++;
          inside.decrementAndGet();
          left.countDown();
        };
    for (int t = 0; t < threads; t++) {
      start(
          () -> {
            for (int i = 0; i < rounds; i++) {
              if (!loop.tryRun(task)) {
                loop.execute(task);
              }
            }
          });
    }
    left.await();
    assertThat(clashes).hasValue(0);
    assertThat(unguarded[0]).isEqualTo((long) threads * rounds);
  }

  @ParameterizedTest
  @EnumSource
  void whatTasksQueueWaitsUntilTheNetworkHasBeenLookedAt(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    var ran = new AtomicInteger();
    var done = new CountDownLatch(1);
    loop.execute(
        () -> {
          loop.execute(() -> loop.execute(() -> {}));
          loop.execute(() -> loop.execute(() -> {}));
          ran.set(loop.events().runTasks());
          done.countDown();
        });
    done.await();
    assertThat(ran).hasValue(2);
  }

  @ParameterizedTest
  @EnumSource
  void tryRunIsRefusedWhileAnotherTaskRuns(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    var running = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    loop.execute(
        () -> {
          running.countDown();
          awaitQuietly(release);
        });
    running.await();

    assertThat(loop.tryRun(() -> {})).isFalse();
    release.countDown();
  }

  @ParameterizedTest
  @EnumSource
  void tryRunRunsInsideATaskOfTheLoop(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    var ran = new AtomicBoolean();
    var done = new CountDownLatch(1);
    loop.execute(
        () -> {
          assertThat(loop.tryRun(() -> ran.set(true))).isTrue();
          done.countDown();
        });
    done.await();
    assertThat(ran).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void aTaskThatFailsDoesNotEndTheLoop(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    var done = new CountDownLatch(1);
    loop.execute(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    loop.execute(done::countDown);
    done.await();
  }

  @ParameterizedTest
  @EnumSource
  void runUntilReturnsAtItsDeadline(Kind kind) {
    TcpLoop loop = start(kind);
    long begin = System.nanoTime();
    loop.runUntil(() -> false, begin + TimeUnit.MILLISECONDS.toNanos(20));
    assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(20_000_000);
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptEndsRunUntil(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    var driving = new CountDownLatch(1);
    var flag = new AtomicBoolean();
    Thread waiter =
        start(
            () -> {
              loop.execute(driving::countDown);
              loop.runUntil(() -> false, FOREVER);
              flag.set(Thread.currentThread().isInterrupted());
            });
    driving.await();
    waiter.interrupt();
    waiter.join();
    assertThat(flag).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void wakeMakesEveryWaitingThreadLook(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    int threads = 4;
    int rounds = 200;
    var round = new AtomicInteger();
    var arrived = new AtomicInteger();
    List<Thread> waiters = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      waiters.add(
          start(
              () -> {
                for (int i = 1; i <= rounds; i++) {
                  int mine = i;
                  loop.runUntil(() -> round.get() >= mine, FOREVER);
                  arrived.incrementAndGet();
                }
              }));
    }
    for (int i = 1; i <= rounds; i++) {
      round.set(i);
      loop.wake();
      while (arrived.get() < i * threads) {
        Thread.yield();
      }
    }
    for (Thread waiter : waiters) {
      waiter.join();
    }
  }

  @ParameterizedTest
  @EnumSource
  void wakeOnTheLoopReachesTheThreadThatSleepsAtThePoll(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    int rounds = 2_000;
    var round = new AtomicInteger();
    var arrived = new AtomicInteger();
    Thread waiter =
        start(
            () -> {
              for (int i = 1; i <= rounds; i++) {
                int mine = i;
                loop.runUntil(() -> round.get() >= mine, FOREVER);
                arrived.set(mine);
              }
            });
    for (int i = 1; i <= rounds; i++) {
      int mine = i;
      Runnable task =
          () -> {
            round.set(mine);
            loop.wake();
          };
      if (!loop.tryRun(task)) {
        loop.execute(task);
      }
      while (arrived.get() < i) {
        Thread.yield();
      }
    }
    waiter.join();
  }

  @ParameterizedTest
  @EnumSource
  void timersRunInTimeWhoeverDrives(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    var ranAt = new AtomicLong();
    long begin = System.nanoTime();
    loop.set(5_000_000, ranAt::set);
    loop.runUntil(() -> ranAt.get() != 0, FOREVER); // the application drives
    assertThat(ranAt.get() - begin).isGreaterThanOrEqualTo(5_000_000);

    var again = new CountDownLatch(1);
    loop.schedule(Duration.ofMillis(5), again::countDown);
    again.await(); // nobody but the background thread drives
  }

  @ParameterizedTest
  @EnumSource
  void aTimerSetWhileAnotherThreadSleepsShortensItsSleep(Kind kind) {
    TcpLoop loop = start(kind);
    for (int i = 0; i < 50; i++) {
      var ran = new AtomicBoolean();
      Thread setter = start(() -> loop.set(1_000_000, now -> ran.set(true)));
      loop.runUntil(ran::get, FOREVER);
      joinQuietly(setter);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCancelledTimerDoesNotRun(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    var ran = new AtomicBoolean();
    var later = new CountDownLatch(1);
    loop.set(2_000_000, now -> ran.set(true)).cancel();
    loop.set(4_000_000, now -> later.countDown());
    later.await();
    assertThat(ran).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void theBackgroundThreadTakesOverWhenTheApplicationGoesAway(Kind kind)
      throws InterruptedException {
    TcpLoop loop = start(kind);
    for (int i = 0; i < 50; i++) {
      loop.runUntil(() -> true, FOREVER);
      loop.runUntil(() -> false, System.nanoTime() + 100_000);
      var done = new CountDownLatch(2);
      loop.set(1_000_000, now -> done.countDown());
      loop.execute(done::countDown);
      done.await();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theBackgroundThreadTakesOverAfterALongWaitToo(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    for (int i = 0; i < 5; i++) {
      // Long enough for the background thread to stop looking after the loop.
      loop.runUntil(() -> false, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50));
      var done = new CountDownLatch(1);
      loop.set(1_000_000, now -> done.countDown());
      done.await();
    }
  }

  @ParameterizedTest
  @EnumSource
  void noWakeUpIsLostBetweenThreadsThatComeAndGo(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    int rounds = kind == Kind.SPINNING ? 500 : 3_000; // more spinning threads than cores
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 3; t++) {
      int kindOfRound = t;
      threads.add(
          start(
              () -> {
                for (int i = 0; i < rounds; i++) {
                  var done = new AtomicBoolean();
                  Runnable task =
                      () -> {
                        done.set(true);
                        loop.wake();
                      };
                  if ((i + kindOfRound) % 3 != 0 || !loop.tryRun(task)) {
                    loop.execute(task);
                  }
                  if ((i + kindOfRound) % 2 == 0) {
                    loop.runUntil(done::get, FOREVER);
                  } else {
                    while (!done.get()) {
                      Thread.yield();
                    }
                  }
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @ParameterizedTest
  @EnumSource
  void waitingOnTheLoopIsRefused(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    var refused = new CountDownLatch(1);
    loop.execute(
        () -> {
          assertThatThrownBy(() -> loop.runUntil(() -> true, FOREVER))
              .isInstanceOf(IllegalStateException.class);
          refused.countDown();
        });
    refused.await();
  }

  @ParameterizedTest
  @EnumSource
  void shutdownRunsWhatIsQueuedAndRefusesTheRest(Kind kind) {
    TcpLoop loop = start(kind);
    var ran = new AtomicInteger();
    var timer = new AtomicBoolean();
    loop.set(TimeUnit.HOURS.toNanos(1), now -> timer.set(true));
    for (int i = 0; i < 1000; i++) {
      loop.execute(ran::incrementAndGet);
    }
    loop.shutdown();

    assertThat(ran).hasValue(1000);
    assertThat(timer).isFalse();
    assertThat(loop.tryRun(() -> {})).isFalse();
    assertThatThrownBy(() -> loop.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void aLoopEndsThatATaskOfAnotherThreadHasEnded() throws InterruptedException {
    TcpLoop loop = start(Kind.SLEEPING);
    var begun = new CountDownLatch(1);
    loop.execute(begun::countDown);
    begun.await();
    while (!loop.tryRun(loop::shutdown)) { // until the background thread sleeps at the poll
      Thread.yield();
    }
    loop.shutdown();
    assertThat(loop.events().isTerminated()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void shutdownEndsThreadsThatWait(Kind kind) throws InterruptedException {
    TcpLoop loop = start(kind);
    List<Thread> waiters = new ArrayList<>();
    for (int t = 0; t < 3; t++) {
      waiters.add(start(() -> loop.runUntil(() -> false, FOREVER)));
    }
    loop.shutdown();
    for (Thread waiter : waiters) {
      waiter.join();
    }
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work);
    thread.start();
    return thread;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void joinQuietly(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
