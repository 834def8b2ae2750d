package io.phoenix.routing.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An event loop for Netty's channels that is whichever thread holds the {@link Baton}: its tasks,
 * timers and I/O. Who polls, and when, is decided by {@link Drivers}.
 */
final class BatonEventLoop extends AbstractScheduledEventExecutor
    implements IoEventLoop, LoopWatch.Turns {
  private static final Logger LOG = LoggerFactory.getLogger(BatonEventLoop.class);

  /** Timers, and tasks, run before the network is looked at again. */
  private static final int MAX_TASKS = 256;

  /** How long a loop that was told to end waits for others to read its last words. */
  private static final long LINGER_NS = TimeUnit.SECONDS.toNanos(1);

  /** What becomes of a loop. */
  private enum Life {
    /** Runs. */
    OPEN,
    /** Was told to end; the background thread is about to do so. */
    CLOSING,
    /** Has released everything; refuses tasks. */
    TERMINATED
  }

  final Baton baton = new Baton();
  final Drivers drivers;
  final IoHandler handler;
  private final PollContext context;
  private final MpscUnboundedArrayQueue<Runnable> tasks = new MpscUnboundedArrayQueue<>(1024);
  private final Promise<Void> termination = new DefaultPromise<>(GlobalEventExecutor.INSTANCE);
  private final Queue<BooleanSupplier> reasonsToLinger = new ConcurrentLinkedQueue<>();
  private volatile Life life = Life.OPEN;
  private volatile Consumer<VirtualMachineError> failureListener = e -> {};
  private boolean failed;

  /**
   * Counts what is done here, for the {@link LoopWatch}. Written with the baton; not volatile, for
   * that would cost each task a fence, and whoever reads it a second later sees it all the same.
   */
  private long turns;

  /**
   * @param sharesSleep whether the I/O handler allows the baton to be given back while it sleeps,
   *     as {@link PollContext} describes
   */
  BatonEventLoop(IoHandlerFactory factory, boolean sharesSleep, LoopMode mode) {
    this.handler = factory.newHandler(this);
    this.drivers = new Drivers(this, mode);
    this.context = new PollContext(this, sharesSleep);
    handler.initialize();
  }

  @Override
  public boolean inEventLoop(Thread thread) {
    return baton.isHeldBy(thread);
  }

  @Override
  public void execute(Runnable task) {
    if (life == Life.TERMINATED) {
      throw new RejectedExecutionException("the node has been closed");
    }
    tasks.offer(task);
    if (!inEventLoop()) {
      VarHandle.fullFence();
      drivers.ensureRunner();
      if (life == Life.TERMINATED) {
        runLateTasks();
      }
    }
  }

  boolean hasTasks() {
    return !tasks.isEmpty();
  }

  /** Whether a queued task or a timer is due. Holding the baton. */
  boolean hasWork() {
    return hasTasks() || hasScheduledTasks();
  }

  /**
   * When the next timer is due on {@link System#nanoTime}'s scale, or MAX_VALUE. With the baton.
   */
  long nextTimerNs() {
    long next = nextScheduledTaskDeadlineNanos();
    return next < 0 ? Long.MAX_VALUE : next + ticker().initialNanoTime();
  }

  /**
   * Runs timers that are due, then tasks that are queued by then, a bounded number. What those
   * queue in turn waits until the network has been looked at: a wire that always has more to read
   * queues its next read, and would keep all others waiting. Holding the baton.
   */
  int runTasks() {
    int ran = 0;
    Runnable task;
    if (nextScheduledTaskDeadlineNanos() >= 0) {
      long now = ticker().nanoTime();
      while (ran < MAX_TASKS && (task = pollScheduledTask(now)) != null) {
        run(task);
        ran++;
      }
    }
    int left = Math.min(tasks.size(), MAX_TASKS);
    for (; left > 0 && (task = tasks.poll()) != null; left--) {
      run(task);
      ran++;
    }
    return ran;
  }

  /**
   * Runs a task. An exception is logged and goes no further; a failure of the virtual machine ends
   * the loop. Holding the baton.
   */
  void run(Runnable task) {
    turns++;
    try {
      task.run();
    } catch (VirtualMachineError e) {
      fail(e);
    } catch (Throwable t) {
      LOG.error("a task on the loop failed: {}", task, t);
    }
    turns++;
  }

  /** Has somebody told if the virtual machine fails here. */
  void onFailure(Consumer<VirtualMachineError> listener) {
    failureListener = listener;
  }

  /** The virtual machine failed in the midst of something. There may be no memory to say much. */
  void fail(VirtualMachineError e) {
    if (failed) {
      return;
    }
    failed = true;
    try {
      LOG.error("the loop ends: the virtual machine failed", e);
    } catch (VirtualMachineError again) {
      // Then the listener, or those who call the node, may be able to say it.
    }
    try {
      failureListener.accept(e);
    } catch (RuntimeException | VirtualMachineError again) {
      // The loop ends all the same, and closes what is open.
    }
    end();
  }

  @Override
  public long turns() {
    return turns;
  }

  @Override
  public @Nullable Thread runner() {
    return context.isAsleep() ? null : baton.holder();
  }

  @Override
  public boolean isOver() {
    return life != Life.OPEN;
  }

  /** Handles I/O events, after waiting for some if allowed. With the seat and the baton. */
  int poll(boolean mayBlock, Wait wait) {
    context.prepare(mayBlock, wait);
    turns++;
    try {
      return handler.run(context);
    } finally {
      context.takeBatonBack();
    }
  }

  /** Whether a thread that sleeps in {@link #poll} must be woken for what has changed. */
  boolean outdatesSleep() {
    return context.isOutdated();
  }

  boolean sharesSleep() {
    return context.sharesSleep();
  }

  /** Netty's own word for {@link #end}. */
  @Override
  @Deprecated
  public void shutdown() {
    end();
  }

  /** Has the background thread end the loop. */
  void end() {
    if (life == Life.OPEN) {
      life = Life.CLOSING;
      drivers.wakeAll();
    }
  }

  /** Has {@link #terminate} wait, but not for long, while something holds. */
  void lingerWhile(BooleanSupplier condition) {
    reasonsToLinger.add(condition);
  }

  /** Ends the loop: queued tasks run, channels close, timers do not run. Seat and baton held. */
  void terminate() {
    runUntilIdle();
    cancelScheduledTasks();
    linger();
    handler.prepareToDestroy();
    runUntilIdle();
    life = Life.TERMINATED;
    handler.destroy();
  }

  private void linger() {
    long deadlineNs = System.nanoTime() + LINGER_NS;
    Wait wait = new Wait(this::mayEnd, deadlineNs, true);
    while (!wait.isDone() && !wait.isLate(System.nanoTime())) {
      poll(true, wait);
      runUntilIdle();
    }
  }

  private boolean mayEnd() {
    return reasonsToLinger.stream().noneMatch(BooleanSupplier::getAsBoolean);
  }

  /** After {@link #terminate}, having given back the baton. */
  void terminated() {
    runLateTasks();
    termination.trySuccess(null);
  }

  private void runUntilIdle() {
    Runnable task;
    while ((task = tasks.poll()) != null) {
      run(task);
    }
  }

  /** Runs what was queued by threads that did not yet see that the loop had ended. */
  private void runLateTasks() {
    while (hasTasks()) {
      if (baton.tryTake()) {
        runUntilIdle();
        baton.giveBack();
      } else {
        Thread.onSpinWait();
      }
    }
  }

  @Override
  public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
    end();
    return termination;
  }

  @Override
  public Future<?> terminationFuture() {
    return termination;
  }

  @Override
  public boolean isShuttingDown() {
    return life != Life.OPEN;
  }

  @Override
  public boolean isShutdown() {
    return life == Life.TERMINATED;
  }

  @Override
  public boolean isTerminated() {
    return life == Life.TERMINATED;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return termination.await(timeout, unit);
  }

  @Override
  public @Nullable IoEventLoopGroup parent() {
    return null;
  }

  @Override
  public IoEventLoop next() {
    return this;
  }

  @Override
  public Future<IoRegistration> register(IoHandle handle) {
    Promise<IoRegistration> promise = newPromise();
    if (inEventLoop()) {
      register(handle, promise);
    } else {
      execute(() -> register(handle, promise));
    }
    return promise;
  }

  private void register(IoHandle handle, Promise<IoRegistration> promise) {
    try {
      promise.setSuccess(handler.register(handle));
    } catch (Exception e) {
      promise.setFailure(e);
    }
  }

  @Override
  @Deprecated
  public ChannelFuture register(Channel channel) {
    return register(new DefaultChannelPromise(channel, this));
  }

  @Override
  @Deprecated
  public ChannelFuture register(ChannelPromise promise) {
    promise.channel().unsafe().register(this, promise);
    return promise;
  }

  @Override
  @Deprecated
  public ChannelFuture register(Channel channel, ChannelPromise promise) {
    channel.unsafe().register(this, promise);
    return promise;
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> handleType) {
    return handler.isCompatible(handleType);
  }

  @Override
  public boolean isIoType(Class<? extends IoHandler> handlerType) {
    return handler.getClass().equals(handlerType);
  }
}
