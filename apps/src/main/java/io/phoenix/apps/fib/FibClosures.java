package io.phoenix.apps.fib;

import io.phoenix.workstealing.closure.Argument;
import io.phoenix.workstealing.closure.Cilk;
import io.phoenix.workstealing.closure.Closure;
import io.phoenix.workstealing.closure.ClosureProgram;
import io.phoenix.workstealing.closure.ClosureType;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.codec.Codec;
import java.util.List;

/** Fibonacci numbers by closures, word for word as in paper 003, Figure 2. */
record FibClosures(long n) implements ClosureProgram<Long> {
  @Override
  public Closure<Long> root() {
    return new Term(n);
  }

  @Override
  public List<ClosureType<?>> types() {
    return List.of(
        new ClosureType<>(Term.class, in -> new Term(in.getLong()), Codec.longs()),
        new ClosureType<>(Sum.class, in -> new Sum(in.getLong()), Codec.longs()));
  }

  /** The paper's thread {@code Fib}. */
  private static final class Term extends Closure<Long> {
    private final long n;

    Term(long n) {
      this.n = n;
    }

    @Override
    protected void run(Cilk<Long> cilk) {
      if (n < 2) {
        cilk.sendLong(n);
      } else {
        Sum sum = cilk.spawnNext(new Sum(0), 2);
        cilk.spawn(new Term(n - 1), sum, Sum.X);
        cilk.spawn(new Term(n - 2), sum, Sum.Y);
      }
    }

    @Override
    protected void write(ByteWriter out) {
      out.putLong(n);
    }
  }

  /** The paper's thread {@code Sum}. */
  private static final class Sum extends Closure<Long> {
    static final Argument<Long> X = Argument.of(0, Long.class);
    static final Argument<Long> Y = Argument.of(1, Long.class);

    private long sum;

    Sum(long sum) {
      this.sum = sum;
    }

    @Override
    protected void takeLong(int argument, long value) {
      sum += value;
    }

    @Override
    protected void run(Cilk<Long> cilk) {
      cilk.sendLong(sum);
    }

    @Override
    protected void write(ByteWriter out) {
      out.putLong(sum);
    }
  }
}
