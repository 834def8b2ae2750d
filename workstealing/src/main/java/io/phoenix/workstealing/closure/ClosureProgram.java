package io.phoenix.workstealing.closure;

import java.util.List;

/**
 * A computation by closures.
 *
 * @param <R> what it returns in the end
 */
public interface ClosureProgram<R> {

  /** The closure to begin with; made anew by each call, and equal on all nodes. */
  Closure<R> root();

  /** All classes of closures that the program uses, in the same order on all nodes. */
  List<ClosureType<?>> types();
}
