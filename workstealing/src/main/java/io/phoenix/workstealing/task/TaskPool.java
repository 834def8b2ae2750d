package io.phoenix.workstealing.task;

import io.phoenix.workstealing.codec.ByteWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The work of one subcomputation: tasks that are ready, and what their results will be used for.
 *
 * <p><b>Threads.</b> A pool belongs to one thread at a time: to the worker that {@linkplain #run
 * runs} it; else to whoever holds the lock of its node. Two exceptions: {@link #ask} may be called
 * by any thread; and while the worker is inside a long task, a pool may be open to others, who
 * {@link #seize} it.
 */
public abstract class TaskPool {

  /** What {@link #run} ended with. */
  public enum Status {
    /** The result is there. */
    DONE,
    /** Nothing can be done until results of stolen tasks have been put in. */
    WAITING,
    /** Somebody has asked; the pool can be run on at once. */
    ASKED,
    /** As many tasks have been run as were allowed. */
    SPENT,
    /** Somebody has taken the pool during a task: it is no longer this worker's. */
    TAKEN
  }

  /** For {@link #run}: until something else ends it. */
  public static final long WITHOUT_END = Long.MAX_VALUE;

  private static final VarHandle ASKED;

  static {
    try {
      ASKED = MethodHandles.lookup().findVarHandle(TaskPool.class, "asked", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // by ASKED
  private boolean asked;

  /** Wants the worker's attention: {@link #run} returns {@link Status#ASKED} soon. */
  public void ask() {
    ASKED.setVolatile(this, true);
  }

  /** The worker's attention is here; what is asked from now on will be noticed. */
  public void attend() {
    ASKED.setVolatile(this, false);
  }

  /** Whether somebody has asked; for {@link #run}. */
  protected final boolean isAsked() {
    return (boolean) ASKED.getOpaque(this);
  }

  /**
   * Runs tasks, the youngest first; one at least, if one is ready.
   *
   * @param budget how many at most, about; {@link #WITHOUT_END} to run at full speed
   * @throws RuntimeException or an {@link Error}, if a task does; then the pool is of no more use
   */
  public abstract Status run(TaskContext context, long budget);

  /** The result, when {@link #run} returned {@link Status#DONE}. */
  public abstract Object result();

  /** Whether there is a task to steal. */
  public abstract boolean hasReady();

  /** Whether there is a task to steal, and one for the pool's own worker. */
  public abstract boolean hasSpare();

  /** How many tasks there are to steal. */
  public abstract int ready();

  /** How far below the pool's own root the oldest ready task is; -1 if there is none. */
  public abstract int readyLevel();

  /** Removes the oldest ready task; its result is missing from now on. */
  public abstract @Nullable StolenTask steal();

  /**
   * Puts in the result of a stolen task.
   *
   * @param place what {@link StolenTask#place} was
   */
  public abstract void put(int place, Object result);

  /**
   * Says, once, that results are not missing any more because they are not wanted: those for places
   * of which it holds. {@code null} if there are none. To be asked whenever {@link #run} or {@link
   * #put} has returned.
   */
  public @Nullable IntPredicate takeUnwanted() {
    return null;
  }

  /** Whether {@link #run} would do something: after {@link Status#WAITING} and some results. */
  public abstract boolean canRun();

  /** How many tasks have been run. */
  public abstract long tasks();

  /** How many tasks are there now: ready, begun, or waiting for results. */
  public abstract long inUse();

  /** Writes the whole down, for {@link TaskKind#readPool}. */
  public abstract void write(ByteWriter out);

  // ── during a long task ──────────────────────────────────────────────────────────────────────

  /** Takes hold of a pool whose worker is inside a long task, and so can wait. */
  public boolean seize() {
    return false;
  }

  /** Of a seized pool: whether its worker may soon have tasks to steal, even if none is ready. */
  public boolean isDividing() {
    return false;
  }

  /** Lets go of it. */
  public void unseize() {
    throw new IllegalStateException("unseize of a pool that was not seized");
  }

  /**
   * Takes a seized pool away from its worker, for good.
   *
   * @return a pool with all that it had; the task that the worker is in is ready there again
   */
  public TaskPool take() {
    throw new IllegalStateException("take of a pool that was not seized");
  }

  /** Whether somebody has taken the pool away; for the worker that is inside a task. */
  public boolean isTaken() {
    return false;
  }
}
