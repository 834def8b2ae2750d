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

  /** In a cluster, nodes may always join and leave: intervals move by the migration protocol. */
  StormSettings settings() {
    return options.settings().withChurn();
  }
}
