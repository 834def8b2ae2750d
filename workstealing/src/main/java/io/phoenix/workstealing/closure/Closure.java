package io.phoenix.workstealing.closure;

import io.phoenix.workstealing.codec.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work with its arguments, which is run once they are all there. Fibonacci numbers:
 *
 * <pre>{@code
 * final class Fib extends Closure<Long> {
 *   private final long n;
 *   …
 *   protected void run(Cilk<Long> cilk) {
 *     if (n < 2) {
 *       cilk.sendLong(n);
 *     } else {
 *       Sum sum = cilk.spawnNext(new Sum(), 2);
 *       cilk.spawn(new Fib(n - 1), sum, Sum.X);
 *       cilk.spawn(new Fib(n - 2), sum, Sum.Y);
 *     }
 *   }
 * }
 *
 * final class Sum extends Closure<Long> {
 *   static final Argument<Long> X = Argument.of(0, Long.class);
 *   static final Argument<Long> Y = Argument.of(1, Long.class);
 *   private long sum;
 *   …
 *   protected void takeLong(int argument, long value) {
 *     sum += value;
 *   }
 *
 *   protected void run(Cilk<Long> cilk) {
 *     cilk.sendLong(sum);
 *   }
 * }
 * }</pre>
 *
 * <p>A closure is run at most once, and changes only by taking arguments. A node that leaves
 * <b>waits</b> for the closures that it is in the middle of, and so do thieves: they should take
 * milliseconds at most.
 *
 * @param <R> what its procedure returns
 */
public abstract class Closure<R> {
  /** The children are not wanted any more. */
  static final int CHILDLESS = 1;

  /** Neither the closure nor its children are wanted any more. */
  static final int DEAD = 2;

  /** Takes what the procedure returns; {@code null} for the root of a subcomputation. */
  @Nullable Closure<?> parent;

  /** The argument of the parent as which it takes that. */
  int argument;

  /** How many arguments are missing (the join counter). */
  int missing;

  /** How far the closure is below the root of its subcomputation. */
  int level;

  /** 0, or {@link #CHILDLESS}, or {@link #DEAD}. */
  int fate;

  /** For subclasses. */
  protected Closure() {}

  /** Does the work: spawns, or sends what the procedure returns; it cannot wait for anything. */
  protected abstract void run(Cilk<R> cilk);

  /** Takes an argument; not called at the same time as anything else. */
  protected void take(int argument, Object value) {
    throw new IllegalStateException(getClass() + " waits for no argument " + argument);
  }

  /** As {@link #take}, for a number. */
  protected void takeLong(int argument, long value) {
    take(argument, value);
  }

  /**
   * Whether the arguments taken so far will do. Then this closure is run at once, and the children
   * that have not returned, with all that they have spawned, are aborted.
   */
  protected boolean isEnough() {
    return false;
  }

  /** Writes the arguments down, those that have been taken included. */
  protected abstract void write(ByteWriter out);
}
