package io.phoenix.workstealing.runtime;

import io.phoenix.api.Loop;
import io.phoenix.workstealing.steal.Site;
import io.phoenix.workstealing.steal.Worker;
import io.phoenix.workstealing.task.TaskPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A thread for each worker. */
final class ThreadWorkerRunner implements WorkerRunner {
  /** Room for the deepest recursion that tasks run in. */
  private static final long STACK_BYTES = 64L << 20;

  /** How long an idle worker looks out for work before it goes to sleep: waking up takes longer. */
  private static final long SPIN_NS = 20_000;

  /** How long it sleeps before it asks its colleagues again: each time they have to look up. */
  private static final long FIRST_PAUSE_NS = 50_000;

  private static final long MAX_PAUSE_NS = 2_000_000;

  private final Loop clock;
  private final Member[] members;
  private volatile boolean stopped;

  ThreadWorkerRunner(Site site, String name, Loop clock) {
    this.clock = clock;
    members = new Member[site.settings().workers()];
    for (int i = 0; i < members.length; i++) {
      members[i] = new Member(site.worker(i), name + "-" + i);
    }
  }

  @Override
  public void start() {
    for (Member member : members) {
      member.thread.start();
    }
  }

  @Override
  public void wake(int worker) {
    Member member = members[worker];
    if (!member.woken.getAndSet(true)) {
      LockSupport.unpark(member.thread);
    }
  }

  @Override
  public void stop() {
    stopped = true;
    for (int i = 0; i < members.length; i++) {
      wake(i);
    }
  }

  private final class Member implements Runnable {
    private final Worker worker;
    private final Thread thread;
    private final AtomicBoolean woken = new AtomicBoolean();

    Member(Worker worker, String name) {
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
