package io.phoenix.bench;

import io.phoenix.api.VirtualRange;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.routing.names.NameTable;
import io.phoenix.routing.names.Piece;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** How long it takes to find the piece of the space that a virtual node is in (JMH). */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ResolveBench {
  private static final int PIECES = 10_000;
  private static final long SPACE = 1L << 40;

  /** More than branch prediction and the first cache level can remember. */
  private static final int TARGETS = 1 << 16;

  private final NameTable table = new NameTable(SPACE);
  private final long[] targets = new long[TARGETS];
  private int next;

  /** Cuts the space and chooses targets. */
  @Setup
  public void cut() {
    long step = SPACE / PIECES;
    for (int i = 1; i < PIECES; i++) {
      table.cut(VirtualRange.of(i * step, SPACE));
    }
    var random = new SplittableRandom(1);
    for (int i = 0; i < TARGETS; i++) {
      targets[i] = random.nextLong(SPACE);
    }
  }

  /** One look-up. */
  @Benchmark
  public Piece lookup() {
    next = (next + 1) & (TARGETS - 1);
    return table.lookup(targets[next]);
  }

  /** Runs it in a JVM of its own; nanoseconds for one look-up. */
  static double run() {
    var options =
        new OptionsBuilder()
            .include(ResolveBench.class.getName())
            .forks(1)
            .warmupIterations(3)
            .warmupTime(TimeValue.milliseconds(500))
            .measurementIterations(3)
            .measurementTime(TimeValue.milliseconds(500))
            .verbosity(VerboseMode.SILENT)
            .build();
    try {
      return new Runner(options).run().iterator().next().getPrimaryResult().getScore();
    } catch (RunnerException e) {
      throw new UserError("JMH failed: " + e.getMessage(), "is another JMH running? it has a lock");
    }
  }
}
