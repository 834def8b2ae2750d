package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.steal.Subcomputation.ArrivedResult;
import io.phoenix.workstealing.steal.Subcomputation.Ready;
import io.phoenix.workstealing.steal.Subcomputation.State;
import io.phoenix.workstealing.task.Abandoned;
import io.phoenix.workstealing.task.TaskContext;
import io.phoenix.workstealing.task.TaskPool;
import io.phoenix.workstealing.task.TaskPool.Status;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs what its site has to run, one subcomputation after the other. It has no thread of its own: a
 * thread, or the simulator, calls in turn
 *
 * <pre>{@code
 * if (worker.seek(now)) {
 *   worker.run(budget); //     computes; touches nothing that others see
 *   worker.settle(later); //   hands on results, serves thieves
 * } else {
 *   …wait until woken…
 * }
 * }</pre>
 */
public final class Worker implements TaskContext {
  private final Workplace place;
  private final SiteEffects out;
  private @Nullable Subcomputation running;

  /** The pool that is being run: another one than {@code running.pool}, if it has been taken. */
  private @Nullable TaskPool pool;

  private @Nullable Status status;

  Worker(Workplace place, SiteEffects out) {
    this.place = place;
    this.out = out;
  }

  /** Whether there is something to run; looks for it if there is not. */
  public boolean seek(long nowNs) {
    if (running == null) {
      running = place.next(nowNs);
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
    place.onTasks();
    return own.tasks() - before;
  }

  /** Tells the others what came of {@link #run}, and gives them what they want. */
  public void settle(long nowNs) {
    Subcomputation s = running;
    if (s == null) {
      return;
    }
    try {
      if (status == Status.TAKEN || !lookUp(s)) {
        place.onLost(nowNs);
        running = null;
      } else if (status == Status.DONE) {
        handOn(s.pool.result(), nowNs);
        running = null;
      } else if (status == Status.WAITING) {
        place.onWaiting(nowNs);
        running = null;
      } else {
        serve(s);
        place.onServed(nowNs);
        running = null; // it may have had to go
        running = place.next(nowNs);
      }
    } catch (Throwable e) { // the application's codec, or its combine
      out.fail(e);
      place.onLost(nowNs);
      running = null;
    }
  }

  /** Takes in what has arrived; returns whether to go on with it. */
  private boolean lookUp(Subcomputation s) {
    TaskPool own = s.pool;
    own.attend();
    drop(own.takeUnwanted());
    List<ArrivedResult> arrivals = place.arrivals();
    if (arrivals == null) {
      return false;
    }
    Set<Integer> unwanted = new HashSet<>();
    for (ArrivedResult arrival : arrivals) {
      if (!unwanted.contains(arrival.place())) {
        own.put(arrival.place(), value(arrival));
        IntPredicate more = own.takeUnwanted();
        if (more != null) {
          drop(more);
          arrivals.stream().map(ArrivedResult::place).filter(more::test).forEach(unwanted::add);
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
      place.onUnwanted(unwanted);
    }
  }

  private Object value(ArrivedResult arrival) {
    if (arrival.result() instanceof Ready ready) {
      return ready.value();
    }
    var in = new ByteReader((byte[]) arrival.result());
    Object value = place.kind().readResult(in);
    in.expectEnd();
    return value;
  }

  private void serve(Subcomputation s) {
    while (s.pool.hasSpare()) { // without one for itself, the worker would only hand tasks on
      StealDemand demand = place.takeDemand();
      if (demand == null) {
        return;
      }
      boolean forElsewhere = demand.request != null;
      int amount = place.amount(s, demand);
      place.give(demand, s, StolenTasks.of(s.pool, amount, forElsewhere, place.kind()));
    }
  }

  private void handOn(Object result, long nowNs) {
    byte[] bytes = place.isForElsewhere() ? bytes(result) : null;
    if (!place.onDone(result, bytes, nowNs)) {
      place.onDone(result, bytes(result), nowNs);
    }
  }

  private byte[] bytes(Object result) {
    var writer = new ByteWriter();
    place.kind().writeResult(result, writer);
    return writer.toBytes();
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
