package io.phoenix.apps.fuzz;

import io.phoenix.apps.terminal.CommandErrors;
import io.phoenix.apps.terminal.UserError;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code scripts/fuzz}. */
@Command(
    name = "scripts/fuzz",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Puts malformed inputs in at every door of a node, and checks that none of them has an",
      "effect beyond its link. Exits 0 if each promise was kept, 1 if one was broken: then the",
      "inputs, cut down, are in a file, and the command that replays them is printed."
    },
    footerHeading = "%nDoors:%n%n",
    footer = {
      "  tcp        plain links: bytes before and after a Hello, and frames on a link",
      "  tls        bytes instead of, within and after a ClientHello; frames of a member",
      "  records    records, routes and seals of a member that signs what it makes up",
      "  control    orders of the phoenix command",
      "  stealing   messages of work stealing and of jobs",
      "  migration  messages of migration",
      "  ports      ports files",
      "  log        leave logs",
      "",
      "For a night: scripts/fuzz --minutes 480"
    })
public final class FuzzCommand implements Callable<Integer> {
  @Option(
      names = "--door",
      paramLabel = "NAME",
      defaultValue = "all",
      description = "one door, or all (default: ${DEFAULT-VALUE})")
  private String door = "all";

  @Option(
      names = "--inputs",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "how many at each door (default: ${DEFAULT-VALUE}; with --minutes: no end)")
  private long inputs;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "what all follows from (default: fresh)")
  private @Nullable Long seed;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "stop after so long, shared by the doors equally")
  private @Nullable Double minutes;

  @Option(names = "--replay", paramLabel = "FILE", description = "only the inputs of this file")
  private @Nullable Path replay;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "for what is found (default: target/fuzz)")
  private Path out = Path.of(System.getProperty("phoenix.root", ""), "target/fuzz");

  @Spec private CommandSpec command = CommandSpec.create();

  /** Runs the fuzzer and exits with its code. */
  public static void main(String[] args) {
    System.exit(CommandErrors.reporting(new CommandLine(new FuzzCommand())).execute(args));
  }

  @Override
  public Integer call() {
    if (inputs < 1 || (minutes != null && !(minutes > 0))) {
      throw new UserError(
          "--inputs=%d and --minutes=%s must be above 0".formatted(inputs, minutes),
          "scripts/fuzz --help");
    }
    if (replay != null) {
      return replay(replay);
    }
    long from = seed == null ? System.nanoTime() : seed;
    List<FuzzDoor> doors = Doors.named(door);
    boolean isEndless =
        minutes != null && !command.commandLine().getParseResult().hasMatchedOption("--inputs");
    boolean ok = true;
    for (FuzzDoor each : doors) {
      ok &= fuzz(each, from, isEndless ? Long.MAX_VALUE : inputs, doors.size());
    }
    return ok ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private boolean fuzz(FuzzDoor at, long from, long count, int doors) {
    long deadlineNs =
        minutes == null ? Long.MAX_VALUE : System.nanoTime() + Math.round(minutes * 60e9 / doors);
    var progress = new Progress(at.name(), from, command.commandLine().getErr());
    Fuzzer fuzzer = new Fuzzer(at, from, progress);
    Fuzzer.Finding found;
    try (progress) {
      found = fuzzer.run(count, deadlineNs);
    }
    PrintWriter to = command.commandLine().getOut();
    to.println(progress.summary(fuzzer.inputs(), fuzzer.refused(), found == null));
    if (found != null) {
      report(found, to);
    }
    to.flush();
    return found == null;
  }

  private void report(Fuzzer.Finding found, PrintWriter to) {
    FuzzCase input = found.input();
    Path file = out.resolve(input.door() + "-" + Long.toHexString(input.seed()) + ".fuzz");
    input.write(file, found.why());
    found.why().printStackTrace(to);
    to.printf(
        Locale.ROOT,
        "%s: %d inputs of %d bytes break a promise%nreplay: scripts/fuzz --replay %s%n",
        input.door(),
        input.inputs().size(),
        input.bytes(),
        file);
  }

  private int replay(Path file) {
    FuzzCase input = FuzzCase.read(file);
    Throwable why = Fuzzer.replay(Doors.named(input.door()).get(0), input, true);
    PrintWriter to = command.commandLine().getOut();
    if (why == null) {
      to.println("every promise is kept");
    } else {
      why.printStackTrace(to);
    }
    to.flush();
    return why == null ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
