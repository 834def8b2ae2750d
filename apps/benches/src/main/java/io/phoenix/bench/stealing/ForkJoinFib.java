package io.phoenix.bench.stealing;

import java.util.concurrent.RecursiveTask;

/** Fibonacci numbers by the JDK's fork-join pool, with a task for each: no cut-off. */
final class ForkJoinFib extends RecursiveTask<Long> {
  private static final long serialVersionUID = 1L;

  private final int n;

  ForkJoinFib(int n) {
    this.n = n;
  }

  @Override
  protected Long compute() {
    if (n < 2) {
      return (long) n;
    }
    var first = new ForkJoinFib(n - 1);
    first.fork();
    return new ForkJoinFib(n - 2).compute() + first.join();
  }
}
