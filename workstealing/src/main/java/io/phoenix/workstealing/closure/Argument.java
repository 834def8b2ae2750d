package io.phoenix.workstealing.closure;

/**
 * An argument of a closure that waits for it; with the closure, it is what Cilk calls a
 * continuation. Closures have theirs as constants.
 *
 * @param <T> the type of values that are sent to it
 */
public final class Argument<T> {
  final int index;
  private final Class<T> type;

  private Argument(int index, Class<T> type) {
    this.index = index;
    this.type = type;
  }

  /** The argument that {@link Closure#take} knows by this number. */
  public static <T> Argument<T> of(int index, Class<T> type) {
    return new Argument<>(index, type);
  }

  @Override
  public String toString() {
    return "argument " + index + ", a " + type.getName();
  }
}
