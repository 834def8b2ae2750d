package io.phoenix.apps.fib;

/** Fibonacci numbers by double recursion: a program that does nothing but make tasks. */
public final class Fib {
  /** The greatest number whose result fits. */
  public static final int MAX = 92;

  private Fib() {}

  /** The number, in one thread: the best that this algorithm can do. */
  public static long serial(int n) {
    return n < 2 ? n : serial(n - 1) + serial(n - 2);
  }

  /** The number, by the short way, to compare with. */
  public static long byAddition(int n) {
    long previous = 1;
    long number = 0;
    for (int i = 0; i < n; i++) {
      long next = previous + number;
      previous = number;
      number = next;
    }
    return number;
  }
}
