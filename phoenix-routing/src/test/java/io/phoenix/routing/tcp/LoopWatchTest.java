package io.phoenix.routing.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class LoopWatchTest {
  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final LoopWatch watch = new LoopWatch(TimeUnit.MILLISECONDS.toNanos(2), 20, said::add);

  @ParameterizedTest
  @EnumSource(TcpLoopTest.Kind.class)
  void saysOnceForEachStallWhatTheLoopIsAt(TcpLoopTest.Kind kind) throws InterruptedException {
    TcpLoop loop = kind.start();
    try {
      watch.add("of node 7", loop.events());
      for (int stall = 0; stall < 2; stall++) {
        var end = new CountDownLatch(1);
        loop.execute(() -> computeForLong(end));
        String message = said.take();
        assertThat(message)
            .startsWith("the loop of node 7 has not turned for ")
            .contains("computeForLong");
        assertThat(said.poll(200, TimeUnit.MILLISECONDS)).as("one line is enough").isNull();
        end.countDown();
        var over = new CountDownLatch(1);
        loop.execute(over::countDown);
        over.await();
      }
    } finally {
      loop.shutdown();
    }
  }

  private static void computeForLong(CountDownLatch end) {
    boolean interrupted = false;
    while (end.getCount() > 0) {
      try {
        end.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A loop that turns, or that has nothing to do, is not stalled. */
  @Test
  void saysNothingOfALoopThatTurnsOrSleeps() throws InterruptedException {
    TcpLoop loop = TcpLoopTest.Kind.NIO.start();
    try {
      watch.add("idle", loop.events());
      assertThat(said.poll(300, TimeUnit.MILLISECONDS)).isNull();
      for (int i = 0; i < 300; i++) {
        var done = new CountDownLatch(1);
        loop.execute(done::countDown);
        done.await();
        TimeUnit.MILLISECONDS.sleep(1);
      }
      assertThat(said).isEmpty();
    } finally {
      loop.shutdown();
    }
  }
}
