package io.phoenix.workstealing.closure;

import io.phoenix.workstealing.task.TaskContext;

/**
 * What a closure can do while it runs.
 *
 * @param <R> what the closure's procedure returns
 */
public interface Cilk<R> {

  /**
   * Spawns a child: another procedure, which may run at the same time.
   *
   * @param successor the closure that gets what the child returns; it has been spawned already
   * @param argument as which argument
   */
  <T> void spawn(Closure<T> child, Closure<?> successor, Argument<T> argument);

  /**
   * Spawns the closure with which this procedure goes on, once its missing arguments are there. It
   * returns what this procedure returns, so this closure must not send anything any more.
   *
   * @param missing how many arguments it waits for; 0 if it can be run at once. If more children
   *     than that are spawned for it, the job fails
   * @return the successor
   */
  <S extends Closure<R>> S spawnNext(S successor, int missing);

  /** Returns from the procedure: sends a value to the argument that its spawner named. */
  void sendArgument(R value);

  /** As {@link #sendArgument}, for procedures that return numbers: nothing is allocated. */
  void sendLong(long value);

  /**
   * Drops a closure that waits, and all that it waits for, here and at other nodes: speculative
   * work that turned out not to be needed. A closure that waits for its result must be aborted,
   * too, or {@linkplain Closure#isEnough have enough} without it.
   */
  void abort(Closure<?> waiting);

  /** Writes a line for the person who started the job, as {@link TaskContext#println} does. */
  void println(String line);
}
