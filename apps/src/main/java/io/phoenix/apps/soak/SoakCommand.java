package io.phoenix.apps.soak;

import io.phoenix.apps.terminal.CommandErrors;
import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code scripts/soak}. */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Everything at once, for long: nodes send to random virtual nodes while ranges move, nodes",
      "join, leave for good, leave with a log and return, are cut off, and are killed and",
      "succeeded; a flood without a certificate is at their doors, and a member with one sends",
      "nonsense. Every message is accounted for, from journals that survive a kill.",
      "",
      "Exit code 0: no message was lost that nobody reported, none came twice or out of order, the",
      "memory, threads and files of the nodes that stay are flat in the second half, and no node",
      "ended or wrote of an error. As root, each node has a network namespace and cables are cut;",
      "else connections are reset."
    })
public final class SoakCommand implements Callable<Integer> {
  private static final int FEWEST_NODES = 4;
  private static final int MOST_NODES = 60;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "60",
      description = "how long things happen (default: ${DEFAULT-VALUE})")
  private double minutes;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "8",
      description = "how many nodes, up to three of which stay (default: ${DEFAULT-VALUE})")
  private int nodes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "what the schedule of events is drawn from (default: a new one)")
  private @Nullable Long seed;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "100",
      description = "messages that each node sends in a second (default: ${DEFAULT-VALUE})")
  private double rate;

  @Option(
      names = "--dir",
      paramLabel = "D",
      description =
          "for journals and logs, which stay there (default: a temporary one, kept on failure)")
  private @Nullable Path directory;

  /** Tests see with it that the soak notices what it is for. */
  @Option(names = "--flaw", hidden = true, defaultValue = "NONE")
  private Flaw flaw = Flaw.NONE;

  @Spec private CommandSpec command = CommandSpec.create();

  /** Runs the soak and exits with its code. */
  public static void main(String[] args) {
    System.exit(CommandErrors.reporting(new CommandLine(new SoakCommand())).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!(minutes > 0) || !(rate > 0) || nodes < FEWEST_NODES || nodes > MOST_NODES) {
      throw new UserError(
          "--minutes=%s and --rate=%s must be above 0, --nodes=%d in %d..%d"
              .formatted(minutes, rate, nodes, FEWEST_NODES, MOST_NODES),
          "scripts/soak --help");
    }
    Path place = directory == null ? Files.createTempDirectory("phoenix-soak-") : directory;
    if (Files.exists(place.resolve("journals"))) {
      throw new UserError(place + " has the journals of another soak", "take another --dir");
    }
    var settings =
        new SoakSettings(
            Duration.ofNanos((long) (minutes * 60e9)),
            nodes,
            rate,
            seed == null ? new SecureRandom().nextInt(1 << 30) : seed,
            Files.createDirectories(place).toAbsolutePath(),
            flaw);
    PrintWriter out = command.commandLine().getOut();
    SoakVerdict verdict = new SoakRun(settings, out).run();
    out.print(verdict.toTable());
    if (verdict.isGood()) {
      out.println("verdict: all held; seed " + settings.seed());
      if (directory == null) {
        delete(place);
      }
    } else {
      out.println("verdict: FAILED; seed " + settings.seed() + "; journals and logs: " + place);
      verdict.problems().forEach(problem -> out.println("  " + problem));
    }
    out.flush();
    return verdict.isGood() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }
}
