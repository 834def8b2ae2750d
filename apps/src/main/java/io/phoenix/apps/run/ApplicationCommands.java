package io.phoenix.apps.run;

import io.phoenix.workstealing.Application;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Adds a command for each application that is installed: its own, or else one that takes any words.
 * They are found as services, so that this package knows none of them.
 */
final class ApplicationCommands implements IModelTransformer {
  @Override
  public CommandSpec transform(CommandSpec run) {
    try {
      for (AppCommand command : ServiceLoader.load(AppCommand.class)) {
        var line = new CommandLine(command);
        run.addSubcommand(line.getCommandName(), line);
      }
      for (Application application : ServiceLoader.load(Application.class)) {
        if (!run.subcommands().containsKey(application.name())) {
          run.addSubcommand(application.name(), new CommandLine(new OwnCommand(application)));
        }
      }
    } catch (ServiceConfigurationError e) {
      // RunOptions looks again, when it can be said as other errors are.
    }
    return run;
  }
}
