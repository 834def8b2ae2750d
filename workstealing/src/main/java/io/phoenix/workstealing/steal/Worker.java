package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.steal.Subcomputation.ArrivedResult;
import io.phoenix.workstealing.steal.Subcomputation.State;
import io.phoenix.workstealing.task.Abandoned;
import io.phoenix.workstealing.task.TaskContext;
import io.phoenix.workstealing.task.TaskKind;
import io.phoenix.workstealing.task.TaskPool;
import io.phoenix.workstealing.task.TaskPool.Status;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs the subcomputations of its site, one after the other. It has no thread of its own: a thread,
 * or the simulator, calls in turn
 *
 * <pre>{@code
 * if (worker.seek(now)) {
 *   worker.run(budget); //     computes, and touches nothing that others see
 *   worker.settle(later); //   hands on results, serves thieves
 * } else {
 *   …wait until woken…
 * }
 * }</pre>
 */
public final class Worker implements TaskContext {
  private final Site site;
  private final WorkerSlot slot;
  private final SiteEffects out;
  private @Nullable Subcomputation running;

  /** The pool that is being run; {@code running.pool} is another one if this one was taken. */
  private @Nullable TaskPool pool;

  private @Nullable Status status;

  Worker(Site site, WorkerSlot slot, SiteEffects out) {
    this.site = site;
    this.slot = slot;
    this.out = out;
  }

  /** Whether the worker has something to run; it looks for work if it has none. */
  public boolean seek(long nowNs) {
    if (running == null) {
      running = site.next(slot, nowNs);
    }
    return running != null;
  }

  /**
   * Runs tasks.
   *
   * @param budget see {@link TaskPool#run}
   * @return how many tasks have been run
   */
  public long run(long budget) {
    Subcomputation s = running;
    if (s == null) {
      return 0;
    }
    TaskPool own = s.pool;
    pool = own;
    long before = own.tasks();
    try {
      status = own.run(this, budget);
    } catch (Abandoned e) {
      status = Status.TAKEN;
    } catch (Throwable e) { // checked ones, too: languages other than Java throw them anywhere
      status = Status.TAKEN;
      if (s.state == State.RUNNING) {
        out.fail(e);
      }
    }
    site.countTasks(slot);
    return own.tasks() - before;
  }

  /** Hands on what came of {@link #run}, and gives tasks to those who asked. */
  public void settle(long nowNs) {
    Subcomputation s = running;
    if (s == null) {
      return;
    }
    try {
      if (status == Status.TAKEN || !lookUp(s)) {
        site.onLost(slot, nowNs);
        running = null;
      } else if (status == Status.DONE) {
        handOn(s.pool.result(), nowNs);
        running = null;
      } else if (status == Status.WAITING) {
        site.onWaiting(slot, nowNs);
        running = null;
      } else {
        serve(s);
        running = site.onServed(slot, nowNs);
      }
    } catch (Throwable e) { // the application's codec, or its combine
      out.fail(e);
      site.onLost(slot, nowNs);
      running = null;
    }
  }

  /** Takes in results that have arrived; returns whether the worker may go on. */
  private boolean lookUp(Subcomputation s) {
    TaskPool own = s.pool;
    own.attend();
    drop(own.takeUnwanted());
    List<ArrivedResult> arrived = site.takeArrived(slot);
    if (arrived == null) {
      return false;
    }
    Set<Integer> unwanted = new HashSet<>();
    for (ArrivedResult each : arrived) {
      if (!unwanted.contains(each.place())) {
        own.put(each.place(), each.result().value(kind()));
        IntPredicate more = own.takeUnwanted();
        if (more != null) {
          drop(more);
          arrived.stream().map(ArrivedResult::place).filter(more::test).forEach(unwanted::add);
        }
      }
    }
    if (status == Status.WAITING && own.canRun()) {
      status = Status.ASKED;
    }
    return true;
  }

  private void drop(@Nullable IntPredicate unwanted) {
    if (unwanted != null) {
      site.dropUnwanted(slot, unwanted);
    }
  }

  private void serve(Subcomputation s) {
    while (s.pool.hasSpare()) { // a worker that gave its last task would only hand tasks on
      StealDemand demand = site.takeDemand(slot);
      if (demand == null) {
        return;
      }
      boolean forElsewhere = demand.request != null;
      int amount = site.amount(s, demand);
      site.give(demand, s, StolenTasks.of(s.pool, amount, forElsewhere, kind()));
    }
  }

  private void handOn(Object value, long nowNs) {
    TaskResult result = new TaskResult.Value(value);
    if (site.isForElsewhere(slot)) {
      result = new TaskResult.Bytes(result.bytes(kind())); // before the site locks
    }
    site.onDone(slot, result, nowNs);
  }

  private TaskKind kind() {
    return site.settings().kind();
  }

  // ── for tasks ───────────────────────────────────────────────────────────────────────────────

  @Override
  public void poll() {
    Subcomputation s = running;
    TaskPool own = pool;
    if (s == null || s.state != State.RUNNING || own == null || own.isTaken()) {
      throw new Abandoned();
    }
  }

  @Override
  public void println(String line) {
    out.print(line);
  }
}
