package io.phoenix.routing.embedded;

import io.phoenix.routing.world.NodeLoop;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A line of events that one thread runs; the baton never moves. */
final class ThreadLoop implements NodeLoop {
  private static final Logger LOG = LoggerFactory.getLogger(ThreadLoop.class);
  private static final long SHUTDOWN_SECONDS = 5;

  /** Tasks run before timers get their turn again. */
  private static final int MAX_TASKS = 256;

  private final Thread thread;
  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Thread> waiting = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Alarm> alarms =
      new PriorityQueue<>(
          Comparator.comparingLong((Alarm alarm) -> alarm.atNs).thenComparing(alarm -> alarm.id));
  private final AtomicLong alarmIds = new AtomicLong();

  /** Times are kept relative to this, so that they can be compared. */
  private final long originNs = System.nanoTime();

  private final RandomGenerator random = new SplittableRandom();
  private final AtomicBoolean isAsleep = new AtomicBoolean();
  private final CountDownLatch terminated = new CountDownLatch(1);

  /** Guards the step from taking tasks to refusing them. */
  private final Object gate = new Object();

  private volatile boolean isClosing;
  private volatile Consumer<VirtualMachineError> failureListener = e -> {};
  private boolean refuses;

  private ThreadLoop(String name) {
    thread = new Thread(this::run, "phoenix-loop-" + name);
    thread.setDaemon(true);
  }

  static ThreadLoop start(String name) {
    var loop = new ThreadLoop(name);
    loop.thread.start();
    return loop;
  }

  @Override
  public void execute(Runnable task) {
    synchronized (gate) {
      if (refuses) {
        throw new RejectedExecutionException("the node has been closed");
      }
      tasks.add(task);
    }
    wakeLoop();
  }

  private void wakeLoop() {
    if (isAsleep.get() && isAsleep.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public boolean tryRun(Runnable task) {
    if (!inLoop()) {
      return false;
    }
    run(task);
    return true;
  }

  @Override
  public void runUntil(BooleanSupplier done, long deadlineNs) {
    if (inLoop()) {
      throw new IllegalStateException("a call that waits was made on the node's loop");
    }
    Thread me = Thread.currentThread();
    waiting.add(me);
    try {
      while (!done.getAsBoolean() && !me.isInterrupted() && terminated.getCount() > 0) {
        if (deadlineNs == Long.MAX_VALUE) {
          LockSupport.park(this);
        } else {
          long leftNs = deadlineNs - System.nanoTime();
          if (leftNs <= 0) {
            return;
          }
          LockSupport.parkNanos(this, leftNs);
        }
      }
    } finally {
      waiting.remove(me);
    }
  }

  @Override
  public void onFailure(Consumer<VirtualMachineError> listener) {
    failureListener = listener;
  }

  @Override
  public void wake() {
    waiting.forEach(LockSupport::unpark);
  }

  @Override
  public Timer set(long delayNs, LongConsumer onTimeout) {
    var alarm = new Alarm(System.nanoTime() - originNs + delayNs, onTimeout);
    if (inLoop()) {
      alarms.add(alarm);
    } else {
      execute(() -> alarms.add(alarm));
    }
    return alarm;
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
    return Thread.currentThread() == thread;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  /** As promised; when called from elsewhere than the loop, it has ended on return. */
  @Override
  public void shutdown() {
    isClosing = true;
    wakeLoop();
    if (!inLoop()) {
      boolean interrupted = Thread.interrupted();
      try {
        terminated.await(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether it was told to end. */
  boolean isEnding() {
    return isClosing;
  }

  // ---- the loop's own thread ----

  private void run() {
    while (!isClosing) {
      long nextNs = runAlarms();
      if (!runTasks()) {
        sleep(nextNs);
      }
    }
    synchronized (gate) {
      refuses = true;
    }
    while (runTasks()) {}
    terminated.countDown();
    wake();
  }

  /** Runs what is due; returns how long there is until the next one. */
  private long runAlarms() {
    for (; ; ) {
      Alarm first = alarms.peek();
      if (first == null) {
        return Long.MAX_VALUE;
      }
      long leftNs = first.atNs - (System.nanoTime() - originNs);
      if (leftNs > 0) {
        return leftNs;
      }
      alarms.poll();
      if (!first.isCancelled) {
        run(() -> first.onTimeout.accept(System.nanoTime()));
      }
    }
  }

  private boolean runTasks() {
    Runnable task = tasks.poll();
    if (task == null) {
      return false;
    }
    for (int left = MAX_TASKS; task != null; left--) {
      run(task);
      task = left > 1 ? tasks.poll() : null;
    }
    return true;
  }

  private void sleep(long leftNs) {
    isAsleep.set(true);
    if (tasks.isEmpty() && !isClosing) {
      if (leftNs == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, leftNs);
      }
    }
    isAsleep.set(false);
    Thread.interrupted(); // nobody has a reason to, and a set flag would keep park from parking
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (VirtualMachineError e) {
      LOG.error("the loop ends: the virtual machine failed", e);
      isClosing = true;
      failureListener.accept(e);
    } catch (Throwable t) {
      LOG.error("a task on the loop failed: {}", task, t);
    }
  }

  /** A timer. */
  private final class Alarm implements Timer {
    private final long atNs;
    private final long id = alarmIds.incrementAndGet();
    private final LongConsumer onTimeout;
    private volatile boolean isCancelled;

    Alarm(long atNs, LongConsumer onTimeout) {
      this.atNs = atNs;
      this.onTimeout = onTimeout;
    }

    @Override
    public void cancel() {
      isCancelled = true;
      if (inLoop()) {
        alarms.remove(this); // cancelled from elsewhere, it stays until it is due
      }
    }
  }
}
