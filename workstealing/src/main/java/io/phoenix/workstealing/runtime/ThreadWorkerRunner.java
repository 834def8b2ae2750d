package io.phoenix.workstealing.runtime;

import io.phoenix.api.Loop;
import io.phoenix.workstealing.steal.Site;
import io.phoenix.workstealing.steal.Worker;
import io.phoenix.workstealing.task.TaskPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A thread for each worker. */
final class ThreadWorkerRunner implements WorkerRunner {
  /** Enough for the deepest recursion in which tasks run. */
  private static final long STACK_BYTES = 64L << 20;

  /** How long an idle worker spins before it sleeps: waking up takes longer than that. */
  private static final long SPIN_NS = 20_000;

  /** How long it sleeps at first before it asks its colleagues again, which interrupts them. */
  private static final long FIRST_PAUSE_NS = 50_000;

  private static final long MAX_PAUSE_NS = 2_000_000;

  private final Loop clock;
  private final WorkerThread[] threads;
  private volatile boolean stopped;

  ThreadWorkerRunner(Site site, String name, Loop clock) {
    this.clock = clock;
    threads = new WorkerThread[site.settings().workers()];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new WorkerThread(site.worker(i), name + "-" + i);
    }
  }

  @Override
  public void start() {
    for (WorkerThread each : threads) {
      each.thread.start();
    }
  }

  @Override
  public void wake(int worker) {
    WorkerThread idle = threads[worker];
    if (!idle.woken.getAndSet(true)) {
      LockSupport.unpark(idle.thread);
    }
  }

  @Override
  public void stop() {
    stopped = true;
    for (int i = 0; i < threads.length; i++) {
      wake(i);
    }
  }

  private final class WorkerThread implements Runnable {
    private final Worker worker;
    private final Thread thread;
    private final AtomicBoolean woken = new AtomicBoolean();

    WorkerThread(Worker worker, String name) {
      this.worker = worker;
      thread = new Thread(null, this, name, STACK_BYTES);
      thread.setDaemon(true);
    }

    @Override
    public void run() {
      long pauseNs = FIRST_PAUSE_NS;
      while (!stopped) {
        woken.set(false);
        if (worker.seek(clock.nowNs())) {
          worker.run(TaskPool.WITHOUT_END);
          worker.settle(clock.nowNs());
          pauseNs = FIRST_PAUSE_NS;
        } else {
          rest(pauseNs);
          pauseNs = Math.min(2 * pauseNs, MAX_PAUSE_NS);
        }
      }
    }

    private void rest(long pauseNs) {
      long end = clock.nowNs() + SPIN_NS;
      while (!woken.get() && clock.nowNs() < end) {
        Thread.onSpinWait();
      }
      if (!woken.get() && !stopped) {
        LockSupport.parkNanos(this, pauseNs);
      }
    }
  }
}
