package io.phoenix.apps.run;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code phoenix run APP}: each application's has its arguments as annotated fields. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
public abstract class AppCommand implements Callable<Integer> {
  @Mixin private RunOptions options = new RunOptions();
  @Spec private CommandSpec command = CommandSpec.create();

  /**
   * What the arguments ask for.
   *
   * @throws ParameterException if they are wrong
   */
  protected abstract Assignment<?> assignment();

  @Override
  public final Integer call() {
    CommandLine cmd = command.commandLine();
    Assignment<?> assignment = assignment();
    options.check(cmd);
    return options.run(assignment, cmd.getOut(), cmd.getErr());
  }

  /** A wrong command line, if the condition does not hold. */
  protected final void require(boolean isFine, String problem) {
    if (!isFine) {
      throw wrong(problem);
    }
  }

  /** A wrong command line. */
  protected final ParameterException wrong(String problem) {
    return new ParameterException(command.commandLine(), problem);
  }

  /** A wrong command line, if the number is not within the limits, both of which are allowed. */
  protected final void requireWithin(String name, long number, long least, long most) {
    require(
        number >= least && number <= most,
        "%s=%d must be from %d to %d".formatted(name, number, least, most));
  }
}
