package io.phoenix.workstealing;

import io.phoenix.workstealing.closure.ClosureProgram;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.DivideAndConquer;
import io.phoenix.workstealing.task.LongDivideAndConquer;
import io.phoenix.workstealing.task.TaskKind;

/**
 * What a job computes: how, and what to begin with.
 *
 * @param <R> the type of its result
 */
public abstract sealed class Work<R> permits GeneralWork, LongWork, ClosureWork {

  Work() {}

  /** Divides and conquers {@code root}. */
  public static <P, R> Work<R> of(DivideAndConquer<P, R> computation, P root) {
    return new GeneralWork<>(computation, root);
  }

  /** Divides and conquers {@code root}. */
  public static Work<Long> ofLongs(LongDivideAndConquer computation, long root) {
    return new LongWork(computation, root);
  }

  /** Runs closures. */
  public static <R> Work<R> ofClosures(ClosureProgram<R> program) {
    return new ClosureWork<>(program);
  }

  /** How the result is written as bytes. */
  public abstract Codec<R> results();

  /** For the runtime: what a node runs of it. */
  public abstract TaskKind tasks();

  /**
   * Computes the result on this thread by plain recursion, without any runtime: for tests, and as
   * what measurements compare with.
   */
  public abstract R computeSerially();
}
