package io.phoenix.routing.tcp;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.ScheduledFuture;
import io.phoenix.routing.world.NodeLoop;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/** A node's line of events on a real network; see the package's description of the loop. */
public final class TcpLoop implements NodeLoop {
  private static final long SHUTDOWN_SECONDS = 5;

  /** Below so many milliseconds, 10 unless set, Netty hands each sleep's timeout to the kernel. */
  private static final String TIMEOUT_THRESHOLD = "io.netty.channel.epoll.epollWaitThreshold";

  static {
    // Never: a timer that is armed once outlasts many sleeps. Armed anew for each sleep, one of a
    // few milliseconds adds some 4 µs to it on a virtual machine, where the timer is the host's.
    if (System.getProperty(TIMEOUT_THRESHOLD) == null) {
      System.setProperty(TIMEOUT_THRESHOLD, "0");
    }
  }

  private final BatonEventLoop events;
  private final RandomGenerator random = new SplittableRandom();

  private TcpLoop(BatonEventLoop events) {
    this.events = events;
  }

  /**
   * Starts a loop.
   *
   * @param name for the names of threads
   * @param busyPoll whether threads that wait spin instead of sleeping
   */
  public static TcpLoop start(String name, boolean busyPoll) {
    return start(name, busyPoll, Epoll.isAvailable());
  }

  static TcpLoop start(String name, boolean busyPoll, boolean epoll) {
    LoopMode mode = busyPoll ? LoopMode.busy(name) : LoopMode.blocking(name);
    BatonEventLoop events =
        epoll
            ? new BatonEventLoop(EpollIoHandler.newFactory(), true, mode)
            : new BatonEventLoop(NioIoHandler.newFactory(), false, mode);
    events.drivers.start();
    LoopWatch.INSTANCE.add(name, events);
    return new TcpLoop(events);
  }

  BatonEventLoop events() {
    return events;
  }

  @Override
  public boolean tryRun(Runnable task) {
    return events.drivers.tryRun(task);
  }

  @Override
  public void runUntil(BooleanSupplier done, long deadlineNs) {
    if (inLoop()) {
      throw new IllegalStateException("a call that waits was made on the node's loop");
    }
    events.drivers.runUntil(done, deadlineNs);
  }

  @Override
  public void wake() {
    events.drivers.wake();
  }

  @Override
  public void lingerWhile(BooleanSupplier condition) {
    events.lingerWhile(condition);
  }

  @Override
  public void onFailure(Consumer<VirtualMachineError> listener) {
    events.onFailure(listener);
  }

  @Override
  public void execute(Runnable task) {
    events.execute(task);
  }

  @Override
  public Timer set(long delayNs, LongConsumer onTimeout) {
    ScheduledFuture<?> timer =
        events.schedule(
            () -> events.run(() -> onTimeout.accept(System.nanoTime())),
            delayNs,
            TimeUnit.NANOSECONDS);
    return () -> timer.cancel(false);
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    return set(delay.toNanos(), now -> task.run());
  }

  @Override
  public long nowNs() {
    return System.nanoTime();
  }

  @Override
  public boolean inLoop() {
    return events.inEventLoop();
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  /** As promised; when called from elsewhere than the loop, everything is released on return. */
  @Override
  public void shutdown() {
    events.end();
    if (!inLoop()) {
      boolean interrupted = Thread.interrupted();
      try {
        events.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
