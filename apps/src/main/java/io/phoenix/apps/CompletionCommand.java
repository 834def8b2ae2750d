package io.phoenix.apps;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code phoenix completion}. */
@Command(
    name = CompletionCommand.NAME,
    mixinStandardHelpOptions = true,
    description = {
      "Prints a script that lets bash and zsh complete commands and options.",
      "It is used so: source <(phoenix completion)"
    })
final class CompletionCommand implements Callable<Integer> {
  static final String NAME = "completion";

  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine cmd = command.commandLine();
    CommandSpec root = command.root();
    cmd.getOut().print(AutoComplete.bash(root.name(), root.commandLine()));
    cmd.getOut().flush();
    return CommandLine.ExitCode.OK;
  }
}
