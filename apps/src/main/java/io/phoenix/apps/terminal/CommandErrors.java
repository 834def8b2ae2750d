package io.phoenix.apps.terminal;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** How commands report what went wrong. */
public final class CommandErrors {
  private CommandErrors() {}

  /** Makes the command and its subcommands report errors as {@code error: …}, {@code hint: …}. */
  public static CommandLine reporting(CommandLine command) {
    return command
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(CommandErrors::onWrongCommandLine)
        .setExecutionExceptionHandler((failure, cmd, parsed) -> onFailure(failure, cmd));
  }

  private static int onWrongCommandLine(ParameterException wrong, String[] args) {
    CommandLine cmd = wrong.getCommandLine();
    String command = cmd.getCommandSpec().qualifiedName();
    report(cmd.getErr(), wrong.getMessage(), "'" + command + " --help' lists what it takes");
    return CommandLine.ExitCode.USAGE;
  }

  private static int onFailure(Exception failure, CommandLine cmd) {
    PrintWriter err = cmd.getErr();
    if (failure instanceof UserError error) {
      report(err, error.getMessage(), error.hint());
    } else {
      failure.printStackTrace(err);
      report(err, failure.toString(), "this is a bug: please report it with the lines above");
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  /** Prints an error as all commands do. */
  public static void report(PrintWriter err, @Nullable String error, String hint) {
    err.println("error: " + error);
    err.println("hint: " + hint);
    err.flush();
  }
}
