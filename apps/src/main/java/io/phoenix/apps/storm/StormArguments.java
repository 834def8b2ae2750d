package io.phoenix.apps.storm;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What stands after {@code phoenix up FILE -- storm}. */
@Command(name = StormApplication.NAME)
final class StormArguments {
  @Option(names = "--seconds", defaultValue = "10")
  private double seconds;

  /** It lasts until so many nodes have joined and left, too. */
  @Option(names = "--joins", defaultValue = "0")
  private int joins;

  @Option(names = "--leaves", defaultValue = "0")
  private int leaves;

  @Mixin private StormOptions options = new StormOptions();

  private StormArguments() {}

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException if they make no sense
   */
  static StormArguments parse(List<String> arguments) {
    var parsed = new StormArguments();
    try {
      new CommandLine(parsed).parseArgs(arguments.toArray(String[]::new));
      parsed.options.settings();
    } catch (ParameterException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    if (!(parsed.seconds > 0) || parsed.seconds > 1e6) {
      throw new IllegalArgumentException("--seconds=" + parsed.seconds + " must be above 0");
    }
    return parsed;
  }

  double seconds() {
    return seconds;
  }

  /** Whether as many have joined and left as were to be waited for. */
  boolean isEnough(Churn.Counts counts) {
    return counts.joins() >= joins && counts.leaves() >= leaves;
  }

  /** In a cluster, nodes may always join and leave: intervals move by the migration protocol. */
  StormSettings settings() {
    return options.settings().withChurn();
  }
}
