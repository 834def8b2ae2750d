package io.phoenix.apps.run;

import io.phoenix.apps.terminal.CommandErrors;
import io.phoenix.workstealing.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code phoenix run}. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "APP",
    modelTransformer = ApplicationCommands.class,
    commandListHeading = "%nApplications:%n",
    description = "Runs an application on nodes that steal work from each other.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  phoenix run nqueens 15 --nodes 4",
      "  phoenix run uts T1L --workers 2 --serial",
      "  phoenix run ray --out picture.png"
    })
public final class RunCommand implements Callable<Integer> {
  @Parameters(hidden = true, arity = "0..*")
  private List<String> words = new ArrayList<>();

  @Spec private CommandSpec command = CommandSpec.create();

  /**
   * What a command line asks for, without running it.
   *
   * <pre>{@code
   * RunCommand.assignment("nqueens", "15")
   * }</pre>
   */
  public static Assignment<?> assignment(String... words) {
    ParseResult parsed =
        CommandErrors.reporting(new CommandLine(new RunCommand())).parseArgs(words);
    return ((AppCommand) parsed.subcommand().commandSpec().userObject()).assignment();
  }

  /** What is not one of the applications ends up here. */
  @Override
  public Integer call() {
    List<String> names = command.subcommands().keySet().stream().sorted().toList();
    throw new ParameterException(
        command.commandLine(),
        words.isEmpty()
            ? "which application? One of: " + String.join(", ", names)
            : "no application is named '%s'; %s"
                .formatted(words.get(0), Names.hint(words.get(0), names)));
  }
}
