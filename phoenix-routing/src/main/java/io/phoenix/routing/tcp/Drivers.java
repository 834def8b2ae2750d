package io.phoenix.routing.tcp;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who polls: the seat, the threads that want it, and the background thread that fills in.
 *
 * <p>A thread that leaves the seat does not wake the background thread, for that would cost each
 * {@code recv} a wake-up. Instead the background thread looks every {@link #REST_NS} whether
 * somebody has polled since, and takes over if not. Only when one and the same thread stays seated
 * for long does it stop looking, and is then woken when that thread leaves.
 */
final class Drivers {
  private static final Logger LOG = LoggerFactory.getLogger(Drivers.class);

  /** How long the loop may be left alone. */
  private static final long REST_NS = TimeUnit.MILLISECONDS.toNanos(1);

  /** After so many looks at the same seated thread, the background thread stops looking. */
  private static final int PATIENCE = 16;

  private static final int AWAKE = 0;
  private static final int RESTS = 1;
  private static final int SLEEPS = 2;

  private final BatonEventLoop loop;
  private final LoopMode mode;
  private final Thread background;
  private final AtomicInteger backgroundState = new AtomicInteger(AWAKE);
  private final AtomicReference<@Nullable Thread> seat = new AtomicReference<>();
  private final ConcurrentLinkedQueue<Thread> waiting = new ConcurrentLinkedQueue<>();
  private final InterruptBell bell;

  /** What the application thread with the seat waits for, if it found the seat free. */
  private final Wait seatedWait = new Wait(() -> true, 0, false);

  /** How often the seat was taken; written by whoever has it. */
  private volatile int stints;

  /** A thread asleep at the poll must look at its condition. Guarded by the baton. */
  private boolean sleeperMustLook;

  Drivers(BatonEventLoop loop, LoopMode mode) {
    this.loop = loop;
    this.mode = mode;
    this.bell = new InterruptBell(loop.handler::wakeup);
    this.background = new FastThreadLocalThread(this::runBackground, "phoenix-loop-" + mode.name());
    background.setDaemon(true);
  }

  void start() {
    background.start();
  }

  // ---- what threads outside ask for ----

  /** Runs {@code task} here and now, if the baton is free. */
  boolean tryRun(Runnable task) {
    if (loop.inEventLoop()) {
      loop.run(task);
      return true;
    }
    if (loop.isShuttingDown() || !loop.baton.tryTake()) {
      return false;
    }
    loop.run(task);
    loop.runTasks(); // what the task has queued, and what came in meanwhile
    giveBackBaton();
    return true;
  }

  /** Drives the loop, or waits for another thread that does, until the wait is over. */
  void runUntil(BooleanSupplier done, long deadlineNs) {
    if (!loop.isShuttingDown() && seat.compareAndSet(null, Thread.currentThread())) {
      sitAndDrive(seatedWait.reuse(done, deadlineNs));
      if (!loop.isShuttingDown()) {
        return;
      }
    }
    waitForSeat(new Wait(done, deadlineNs, false));
  }

  private void waitForSeat(Wait wait) {
    Thread me = Thread.currentThread();
    boolean isWaiting = false;
    try {
      while (!wait.isDone() && !wait.isLate(System.nanoTime()) && !loop.isTerminated()) {
        if (!loop.isShuttingDown() && seat.get() == null && seat.compareAndSet(null, me)) {
          if (isWaiting) {
            isWaiting = false;
            waiting.remove(me);
          }
          sitAndDrive(wait);
        } else if (!isWaiting) {
          isWaiting = true;
          waiting.add(me); // then look once more at everything
          VarHandle.fullFence();
          if (seat.get() == background) {
            loop.handler.wakeup();
          }
        } else {
          awaitTurn(wait);
        }
      }
    } finally {
      if (isWaiting) {
        waiting.remove(me);
        VarHandle.fullFence();
        handOnSeat(); // it may have been offered to this thread
      }
    }
  }

  private void awaitTurn(Wait wait) {
    if (mode.spinNs() > 0) {
      long until = System.nanoTime() + Math.min(mode.spinNs(), REST_NS);
      while (System.nanoTime() - until < 0) {
        if (seat.get() == null || wait.isDone()) {
          return;
        }
        Thread.onSpinWait();
      }
    }
    long limitNs = wait.limitNs(Long.MAX_VALUE);
    if (limitNs == Long.MAX_VALUE) {
      LockSupport.park(this);
    } else {
      LockSupport.parkNanos(this, limitNs - System.nanoTime());
    }
  }

  /** Makes threads that wait look at their conditions. */
  void wake() {
    VarHandle.fullFence();
    if (!waiting.isEmpty()) {
      waiting.forEach(LockSupport::unpark);
    }
    Thread seated = seat.get();
    if (seated != null && seated != background && seated != Thread.currentThread()) {
      if (loop.inEventLoop()) {
        sleeperMustLook = true; // when the baton is given back
      } else {
        loop.handler.wakeup();
      }
    }
  }

  /** Makes every thread look at everything: the loop is about to end. */
  void wakeAll() {
    VarHandle.fullFence();
    waiting.forEach(LockSupport::unpark);
    loop.handler.wakeup();
    backgroundState.set(AWAKE);
    LockSupport.unpark(background);
  }

  /** Makes sure that somebody runs what has been queued. Not holding the baton. */
  void ensureRunner() {
    if (loop.baton.isHeld()) {
      // The holder looks at the queue after it has given back the baton.
      if (!loop.sharesSleep()) {
        loop.handler.wakeup();
      }
    } else if (seat.get() != null) {
      loop.handler.wakeup(); // asleep, or on the way to take the baton: then this costs nothing
    } else {
      wakeBackground();
    }
  }

  // ---- with the seat ----

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time has the seat
  private void sitAndDrive(Wait wait) {
    stints++;
    loop.baton.insist();
    try {
      drive(wait);
    } catch (VirtualMachineError e) { // of the I/O handler
      loop.fail(e);
    } finally {
      seat.set(null);
      giveBackBaton();
    }
  }

  private void drive(Wait wait) {
    long spinNs = wait.isBackground ? mode.backgroundSpinNs() : mode.spinNs();
    long activeNs = System.nanoTime();
    for (; ; ) {
      boolean ran = loop.runTasks() > 0;
      if (wait.isDone() || loop.isShuttingDown()) {
        return;
      }
      long now = System.nanoTime();
      if (wait.isLate(now)) {
        return;
      }
      if (ran) {
        activeNs = now;
      }
      if (now - activeNs < spinNs) {
        if (loop.poll(false, wait) > 0) {
          activeNs = now;
        } else {
          Thread.onSpinWait();
        }
      } else if (sleep(wait) > 0) {
        activeNs = System.nanoTime();
      }
    }
  }

  /** Waits for events; returns how many were handled. */
  private int sleep(Wait wait) {
    if (wait.isBackground) {
      return loop.poll(true, wait);
    }
    bell.on();
    try {
      return loop.poll(true, wait);
    } finally {
      bell.off();
    }
  }

  private void giveBackBaton() {
    // A thread that ended the loop could not wake a sleeper while it was the loop itself.
    boolean outdated = sleeperMustLook || loop.outdatesSleep() || loop.isShuttingDown();
    sleeperMustLook = false;
    loop.baton.giveBack();
    if (outdated) {
      loop.handler.wakeup();
    }
    if (loop.hasTasks()) {
      ensureRunner();
    }
    handOnSeat();
  }

  /** If the seat is free, offers it to whoever waits for it. After a full fence. */
  private void handOnSeat() {
    if (seat.get() == null) {
      Thread next = waiting.peek();
      if (next != null) {
        LockSupport.unpark(next);
      } else if (backgroundState.get() == SLEEPS) {
        wakeBackground();
      }
    }
  }

  private void wakeBackground() {
    if (backgroundState.get() != AWAKE && backgroundState.getAndSet(AWAKE) != AWAKE) {
      LockSupport.unpark(background);
    }
  }

  // ---- the background thread ----

  private void runBackground() {
    Wait untilWanted = new Wait(() -> !waiting.isEmpty(), Long.MAX_VALUE, true);
    boolean takeOver = true;
    int looks = 0;
    while (!loop.isShuttingDown()) {
      if (takeOver && waiting.isEmpty() && seat.compareAndSet(null, background)) {
        try {
          sitAndDrive(untilWanted);
        } catch (Throwable t) {
          LOG.error("the loop's own thread failed and goes on", t);
        }
      }
      int before = stints;
      rest(looks >= PATIENCE);
      Thread seated = seat.get();
      looks = seated != null && stints == before ? looks + 1 : 0;
      takeOver = isNeeded() || (seated == null && stints == before);
      handOnSeat();
    }
    end();
  }

  private boolean isNeeded() {
    return loop.isShuttingDown()
        || (loop.hasTasks() && !loop.baton.isHeld() && seat.get() == null && waiting.isEmpty());
  }

  private void rest(boolean forLong) {
    backgroundState.set(forLong ? SLEEPS : RESTS);
    if (!isNeeded()) {
      if (!forLong) {
        LockSupport.parkNanos(this, REST_NS);
      } else if (seat.get() != null) {
        LockSupport.park(this);
      }
    }
    backgroundState.set(AWAKE);
  }

  private void end() {
    while (!seat.compareAndSet(null, background)) {
      wakeAll();
      LockSupport.parkNanos(this, REST_NS);
    }
    loop.baton.insist();
    loop.terminate();
    loop.baton.giveBack();
    loop.terminated();
    waiting.forEach(LockSupport::unpark);
  }
}
