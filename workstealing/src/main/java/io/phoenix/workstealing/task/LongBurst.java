package io.phoenix.workstealing.task;

import java.util.Arrays;

/**
 * Computes problems by recursion on the Java stack, until somebody asks for something. Then the
 * recursion unwinds, and each call leaves its frame here, the youngest first.
 *
 * <p>Its one implementation, {@link LongRecursion}, is loaded anew for each class of computations
 * by {@link HotClass}, so that the calls into the computation have one target each.
 */
abstract class LongBurst {
  /** How deep a recursion may go before it unwinds: the Java stack is bounded, trees are not. */
  static final int MAX_DEPTH = 1000;

  /** Tasks run so far. */
  long tasks;

  /** How many frames unwinding has left; 0 after a burst that came to its end. */
  int frames;

  long[] problem = new long[64];
  long[] result = new long[64];
  int[] next = new int[64];
  int[] limit = new int[64];

  /**
   * Computes a problem.
   *
   * @param problem a problem that has parts
   * @param parts how many parts it has
   * @param depth how many levels to go down at most
   * @return its result; meaningless if {@link #frames} is not 0 then
   */
  abstract long run(long problem, int parts, int depth);

  /** Leaves a frame. */
  final void leave(long problem, int next, int limit, long result) {
    if (frames == this.problem.length) {
      grow();
    }
    this.problem[frames] = problem;
    this.next[frames] = next;
    this.limit[frames] = limit;
    this.result[frames] = result;
    frames++;
  }

  private void grow() {
    problem = Arrays.copyOf(problem, 2 * frames);
    result = Arrays.copyOf(result, 2 * frames);
    next = Arrays.copyOf(next, 2 * frames);
    limit = Arrays.copyOf(limit, 2 * frames);
  }

  /** Makes a burst for a computation, on behalf of a pool that may be asked. */
  @FunctionalInterface
  interface Maker {
    LongBurst make(LongStack pool);
  }
}
