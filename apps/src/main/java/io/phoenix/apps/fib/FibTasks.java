package io.phoenix.apps.fib;

import io.phoenix.workstealing.task.LongDivideAndConquer;

/** Fibonacci numbers with a task for every number on the way: no cut-off. */
final class FibTasks implements LongDivideAndConquer {
  @Override
  public int parts(long n) {
    return n < 2 ? 0 : 2;
  }

  @Override
  public long part(long n, int i) {
    return n - 1 - i;
  }

  @Override
  public long solve(long n) {
    return n;
  }

  @Override
  public long combine(long soFar, long part) {
    return soFar + part;
  }
}
