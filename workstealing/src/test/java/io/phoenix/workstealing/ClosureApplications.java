package io.phoenix.workstealing;

import io.phoenix.workstealing.closure.Argument;
import io.phoenix.workstealing.closure.Cilk;
import io.phoenix.workstealing.closure.Closure;
import io.phoenix.workstealing.closure.ClosureProgram;
import io.phoenix.workstealing.closure.ClosureType;
import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.codec.Codec;
import java.util.List;

/** Programs by closures. */
public final class ClosureApplications {
  private ClosureApplications() {}

  /** Fibonacci numbers. */
  public record FibProgram(long n) implements ClosureProgram<Long> {
    @Override
    public Closure<Long> root() {
      return new Fib(n);
    }

    @Override
    public List<ClosureType<?>> types() {
      return List.of(
          new ClosureType<>(Fib.class, in -> new Fib(in.getLong()), Codec.longs()),
          new ClosureType<>(Sum.class, in -> new Sum(in.getLong()), Codec.longs()));
    }
  }

  static final class Fib extends Closure<Long> {
    private final long n;

    Fib(long n) {
      this.n = n;
    }

    @Override
    protected void run(Cilk<Long> cilk) {
      if (n < 2) {
        cilk.sendLong(n);
      } else {
        Sum sum = cilk.spawnNext(new Sum(0), 2);
        cilk.spawn(new Fib(n - 1), sum, Sum.X);
        cilk.spawn(new Fib(n - 2), sum, Sum.Y);
      }
    }

    @Override
    protected void write(ByteWriter out) {
      out.putLong(n);
    }
  }

  static final class Sum extends Closure<Long> {
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

  /** Any placement of queens that do not attack each other, as columns by row. */
  public record QueensProgram(int size) implements ClosureProgram<String> {
    @Override
    public Closure<String> root() {
      return new Place(size, "");
    }

    @Override
    public List<ClosureType<?>> types() {
      return List.of(
          new ClosureType<>(
              Place.class, in -> new Place(in.getInt(), in.getString()), Codec.strings()),
          new ClosureType<>(First.class, First::read, Codec.strings()));
    }
  }

  static final class Place extends Closure<String> {
    private final int size;
    private final String columns;

    Place(int size, String columns) {
      this.size = size;
      this.columns = columns;
    }

    @Override
    protected void run(Cilk<String> cilk) {
      if (columns.length() == size) {
        cilk.sendArgument(columns);
        return;
      }
      int free = 0;
      for (int column = 0; column < size; column++) {
        free += isFree(column) ? 1 : 0;
      }
      if (free == 0) {
        cilk.sendArgument("");
        return;
      }
      First first = cilk.spawnNext(new First(""), free);
      for (int column = 0; column < size; column++) {
        if (isFree(column)) {
          cilk.spawn(new Place(size, columns + (char) ('a' + column)), first, First.FOUND);
        }
      }
    }

    private boolean isFree(int column) {
      int row = columns.length();
      for (int i = 0; i < row; i++) {
        int other = columns.charAt(i) - 'a';
        if (other == column || Math.abs(other - column) == row - i) {
          return false;
        }
      }
      return true;
    }

    @Override
    protected void write(ByteWriter out) {
      out.putInt(size).putString(columns);
    }
  }

  /** The first that is found will do. */
  static final class First extends Closure<String> {
    static final Argument<String> FOUND = Argument.of(0, String.class);
    private String found;

    First(String found) {
      this.found = found;
    }

    static First read(ByteReader in) {
      return new First(in.getString());
    }

    @Override
    protected void take(int argument, Object value) {
      found = found.isEmpty() ? (String) value : found;
    }

    @Override
    protected boolean isEnough() {
      return !found.isEmpty();
    }

    @Override
    protected void run(Cilk<String> cilk) {
      cilk.sendArgument(found);
    }

    @Override
    protected void write(ByteWriter out) {
      out.putString(found);
    }
  }

  /**
   * For each column of the first row, any placement of queens: many searches, each of which ends
   * when it has found one, in the middle of the job.
   */
  public record SearchesProgram(int size) implements ClosureProgram<String> {
    @Override
    public Closure<String> root() {
      return new Each(size);
    }

    @Override
    public List<ClosureType<?>> types() {
      return List.of(
          new ClosureType<>(Each.class, in -> new Each(in.getInt()), Codec.strings()),
          new ClosureType<>(All.class, in -> new All(in.getString()), Codec.strings()),
          new ClosureType<>(
              Place.class, in -> new Place(in.getInt(), in.getString()), Codec.strings()),
          new ClosureType<>(First.class, First::read, Codec.strings()));
    }
  }

  static final class Each extends Closure<String> {
    private final int size;

    Each(int size) {
      this.size = size;
    }

    @Override
    protected void run(Cilk<String> cilk) {
      All all = cilk.spawnNext(new All(""), size);
      for (int column = 0; column < size; column++) {
        cilk.spawn(new Place(size, String.valueOf((char) ('a' + column))), all, All.FOUND);
      }
    }

    @Override
    protected void write(ByteWriter out) {
      out.putInt(size);
    }
  }

  /** All that are found, one after the other. */
  static final class All extends Closure<String> {
    static final Argument<String> FOUND = Argument.of(0, String.class);
    private String found;

    All(String found) {
      this.found = found;
    }

    @Override
    protected void take(int argument, Object value) {
      found += value + " ";
    }

    @Override
    protected void run(Cilk<String> cilk) {
      cilk.sendArgument(found);
    }

    @Override
    protected void write(ByteWriter out) {
      out.putString(found);
    }
  }
}
