package io.phoenix.workstealing;

import io.phoenix.workstealing.closure.ClosureProgram;
import io.phoenix.workstealing.closure.ClosureTasks;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.DivideAndConquer;
import io.phoenix.workstealing.task.LongDivideAndConquer;
import io.phoenix.workstealing.task.LongTasks;
import io.phoenix.workstealing.task.ObjectTasks;
import io.phoenix.workstealing.task.TaskKind;
import java.util.function.Supplier;

/**
 * What a job computes: a computation, and the problem to begin with.
 *
 * @param <R> the type of its result
 */
public final class Work<R> {
  private final Supplier<TaskKind> tasks;
  private final Supplier<Codec<R>> results;
  private final Supplier<R> serially;

  private Work(Supplier<TaskKind> tasks, Supplier<Codec<R>> results, Supplier<R> serially) {
    this.tasks = tasks;
    this.results = results;
    this.serially = serially;
  }

  /** Divides and conquers {@code root}. */
  public static <P, R> Work<R> of(DivideAndConquer<P, R> computation, P root) {
    return new Work<>(
        () -> new ObjectTasks<>(computation, root),
        computation::results,
        () -> ObjectTasks.computeSerially(computation, root));
  }

  /** Divides and conquers {@code root}. */
  public static Work<Long> ofLongs(LongDivideAndConquer computation, long root) {
    return new Work<>(
        () -> new LongTasks(computation, root),
        Codec::longs,
        () -> LongTasks.computeSerially(computation, root));
  }

  /** Runs closures. */
  public static <R> Work<R> ofClosures(ClosureProgram<R> program) {
    return new Work<>(
        () -> new ClosureTasks<>(program),
        () -> new ClosureTasks<>(program).results(),
        () -> new ClosureTasks<>(program).computeSerially());
  }

  /** How the result is written as bytes. */
  public Codec<R> results() {
    return results.get();
  }

  /** For the runtime: the tasks that a node runs, made anew for each job. */
  public TaskKind tasks() {
    return tasks.get();
  }

  /**
   * Computes the result on this thread by plain recursion, without any runtime: for tests, and for
   * measurements to compare with.
   */
  public R computeSerially() {
    return serially.get();
  }
}
