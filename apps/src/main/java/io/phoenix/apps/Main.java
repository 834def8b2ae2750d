package io.phoenix.apps;

import io.phoenix.apps.cluster.NodeCommand;
import io.phoenix.apps.config.CheckCommand;
import io.phoenix.apps.demo.DemoCommand;
import io.phoenix.apps.launch.DownCommand;
import io.phoenix.apps.launch.ExplainCommand;
import io.phoenix.apps.launch.JoinCommand;
import io.phoenix.apps.launch.LeaveCommand;
import io.phoenix.apps.launch.LogsCommand;
import io.phoenix.apps.launch.RenewCommand;
import io.phoenix.apps.launch.ReturnCommand;
import io.phoenix.apps.launch.RevokeCommand;
import io.phoenix.apps.launch.StatusCommand;
import io.phoenix.apps.launch.UpCommand;
import io.phoenix.apps.process.OwnClasses;
import io.phoenix.apps.run.RunCommand;
import io.phoenix.apps.storm.StormCommand;
import io.phoenix.apps.terminal.CommandErrors;
import io.phoenix.apps.terminal.UserError;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code phoenix} command: exit code 0 is success, 1 a failure, 2 a wrong command line. */
@Command(
    name = "phoenix",
    description = "Message passing over a virtual node space, for computers that come and go.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
public final class Main implements Callable<Integer> {
  private static final List<Class<?>> COMMANDS =
      List.of(
          DemoCommand.class,
          RunCommand.class,
          CheckCommand.class,
          UpCommand.class,
          JoinCommand.class,
          LeaveCommand.class,
          ReturnCommand.class,
          StatusCommand.class,
          ExplainCommand.class,
          LogsCommand.class,
          RevokeCommand.class,
          DownCommand.class,
          RenewCommand.class,
          NodeCommand.class,
          StormCommand.class,
          SimCommand.class,
          CompletionCommand.class);

  /** For its help: {@link OwnClasses} takes it off before this is parsed. */
  @Option(
      names = OwnClasses.OPTION,
      paramLabel = "PATH",
      description = "jars and directories with applications and policies for 'run'; comes first")
  private String classpath = "";

  @Spec private @Nullable CommandSpec spec;

  /** Runs the command line and exits with its code. */
  public static void main(String[] args) {
    String[] words;
    try {
      words = OwnClasses.take(args);
    } catch (UserError e) {
      CommandErrors.report(commandLine().getErr(), e.getMessage(), e.hint());
      System.exit(CommandLine.ExitCode.USAGE);
      return;
    }
    System.exit(commandLine(words).execute(words));
  }

  /** The command with its subcommands. */
  public static CommandLine commandLine() {
    return with(COMMANDS);
  }

  /**
   * The command with the one subcommand that the arguments begin with: to read the annotations of
   * all of them takes longer than most have to do.
   */
  static CommandLine commandLine(String... args) {
    Class<?> called =
        args.length == 0 || args[0].equals(CompletionCommand.NAME) // which is about all of them
            ? null
            : COMMANDS.stream().filter(c -> nameOf(c).equals(args[0])).findAny().orElse(null);
    return called == null ? commandLine() : with(List.of(called));
  }

  private static CommandLine with(List<Class<?>> commands) {
    var root = new CommandLine(new Main());
    // As command lines: model transformers of mere classes would not be called.
    commands.forEach(command -> root.addSubcommand(new CommandLine(command)));
    return CommandErrors.reporting(CommandGroups.in(root));
  }

  private static String nameOf(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  @Override
  public Integer call() {
    CommandLine cmd = Objects.requireNonNull(spec, "spec").commandLine();
    if (!classpath.isEmpty()) {
      throw new ParameterException(cmd, OwnClasses.OPTION + " must be the first word");
    }
    cmd.usage(cmd.getErr());
    return CommandLine.ExitCode.USAGE;
  }

  /** The version that the jar's manifest was built with. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"phoenix " + (version == null ? "(not packaged)" : version)};
    }
  }
}
