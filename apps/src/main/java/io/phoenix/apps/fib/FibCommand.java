package io.phoenix.apps.fib;

import io.phoenix.apps.run.AppCommand;
import io.phoenix.apps.run.Assignment;
import io.phoenix.workstealing.Work;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code phoenix run fib}. */
@Command(
    name = FibApplication.NAME,
    description = "A Fibonacci number by double recursion: all tasks, no work.")
public final class FibCommand extends AppCommand implements Assignment<Long> {
  /** Above, there are more tasks than can be counted. */
  private static final int MAX = 88;

  @Parameters(
      paramLabel = "N",
      arity = "0..1",
      defaultValue = "40",
      description = "which one (default: ${DEFAULT-VALUE})")
  private int n;

  @Option(names = "--closures", description = "by closures, instead of by divide and conquer")
  private boolean closures;

  @Override
  protected Assignment<Long> assignment() {
    requireWithin("N", n, 0, MAX);
    return this;
  }

  @Override
  public String application() {
    return FibApplication.NAME;
  }

  @Override
  public List<String> arguments() {
    return List.of(closures ? FibApplication.CLOSURES : FibApplication.DIVIDE, Integer.toString(n));
  }

  @Override
  public Work<Long> work() {
    return new FibApplication().work(arguments());
  }

  @Override
  public OptionalLong tasks() {
    return closures ? OptionalLong.empty() : OptionalLong.of(2 * Fib.byAddition(n + 1) - 1);
  }

  @Override
  public Long serial() {
    return Fib.serial(n);
  }

  @Override
  public Optional<Boolean> isRight(Long result) {
    return Optional.of(result == Fib.byAddition(n));
  }

  @Override
  public String present(Long result) {
    return "fib(%d) = %,d".formatted(n, result);
  }
}
