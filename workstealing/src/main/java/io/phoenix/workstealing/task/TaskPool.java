package io.phoenix.workstealing.task;

import io.phoenix.workstealing.codec.ByteWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The work of one subcomputation: tasks that are ready, and tasks that wait for their results.
 *
 * <p><b>Threads.</b> A pool belongs to one thread at a time: to the worker that {@linkplain #run
 * runs} it, else to the thread that holds the lock of its site. Two exceptions: any thread may call
 * {@link #ask}; and while the worker is inside a long task, a thread that holds the lock may {@link
 * #seize} the pool.
 */
public abstract class TaskPool {

  /** Why {@link #run} has returned. */
  public enum Status {
    /** The result is there. */
    DONE,
    /** Nothing can run until results of stolen tasks have been put in. */
    WAITING,
    /** Somebody has asked; {@link #run} may be called again at once. */
    ASKED,
    /** As many tasks have been run as were allowed. */
    SPENT,
    /** Somebody has taken the pool during a task: it no longer belongs to this worker. */
    TAKEN
  }

  /** A budget for {@link #run} that never ends it. */
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

  /** Asks for the worker's attention: {@link #run} returns {@link Status#ASKED} soon. */
  public void ask() {
    ASKED.setVolatile(this, true);
  }

  /** The worker pays attention; {@link #run} returns again if somebody asks after this call. */
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
   * @param budget how many tasks to run at most, about; {@link #WITHOUT_END} runs at full speed
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
   * Returns, once, the places whose results are not wanted any more, and so are not missing; {@code
   * null} if there are none. To be called whenever {@link #run} or {@link #put} has returned.
   */
  public @Nullable IntPredicate takeUnwanted() {
    return null;
  }

  /** Whether {@link #run} would do something, for example because results have been put in. */
  public abstract boolean canRun();

  /** How many tasks have been run. */
  public abstract long tasks();

  /** How many tasks the pool has now: ready, begun, or waiting for results. */
  public abstract long inUse();

  /** Writes the whole pool, for {@link TaskKind#readPool}. */
  public abstract void write(ByteWriter out);

  // ── during a long task ──────────────────────────────────────────────────────────────────────

  /** Takes hold of the pool, if its worker is inside a long task and so does not need it. */
  public boolean seize() {
    return false;
  }

  /** Whether the worker of a seized pool may soon have tasks to steal, even if none is ready. */
  public boolean isDividing() {
    return false;
  }

  /** Lets go of a pool that was seized. */
  public void unseize() {
    throw new IllegalStateException("unseize of a pool that was not seized");
  }

  /**
   * Takes a seized pool away from its worker, for good.
   *
   * @return a pool with the same tasks; the task that the worker is inside of is ready there again
   */
  public TaskPool take() {
    throw new IllegalStateException("take of a pool that was not seized");
  }

  /** Whether somebody has taken the pool away; for the worker that is inside a task. */
  public boolean isTaken() {
    return false;
  }
}
