package io.phoenix.workstealing.task;

/**
 * {@link DivideAndConquer} for problems and results that fit into 64 bits: nothing is allocated,
 * and a task costs some nanoseconds.
 *
 * <pre>{@code
 * final class Fib implements LongDivideAndConquer {
 *   public int parts(long n) {
 *     return n < 2 ? 0 : 2; //         0: it is a leaf
 *   }
 *
 *   public long part(long n, int i) {
 *     return n - 1 - i;
 *   }
 *
 *   public long solve(long n) {
 *     return n;
 *   }
 *
 *   public long combine(long soFar, long part) {
 *     return soFar + part;
 *   }
 * }
 * }</pre>
 *
 * <p>The rules are those of {@link DivideAndConquer}, but for one: a node that leaves <b>waits for
 * leaves</b> that it is in the middle of, and so do thieves; they should take milliseconds at most.
 */
public interface LongDivideAndConquer {

  /**
   * How many parts a problem has; 0 if it is to be solved as it is. Never below 0: that is checked
   * where a task begins, but not in the recursion below, where the check would cost time.
   */
  int parts(long problem);

  /** Part {@code i}, from 0 up, of a problem that has more than {@code i}. */
  long part(long problem, int i);

  /** Solves a problem that has no parts. */
  long solve(long leaf);

  /** What a problem that has parts contributes before these are combined with it. */
  default long initial(long problem) {
    return 0;
  }

  /** Combines the result of a part with the result so far; commutative and associative. */
  long combine(long soFar, long part);
}
