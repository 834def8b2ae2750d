package io.phoenix.apps.storm;

import io.phoenix.apps.terminal.Terminal;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code phoenix storm}. */
@Command(
    name = "storm",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Sends messages about while intervals move and links are cut, and counts them.",
      "Every message is accounted for. Exit code 0 if none was lost, duplicated or out of order."
    })
public final class StormCommand implements Callable<Integer> {
  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "how long it lasts (default: ${DEFAULT-VALUE})")
  private double seconds;

  @Mixin private StormOptions options = new StormOptions();

  @Option(
      names = "--topology",
      defaultValue = "random",
      description = "links: ${COMPLETION-CANDIDATES}; random is a ring and chords")
  private Topology topology = Topology.RANDOM;

  @Option(
      names = "--simulated",
      description = "in the simulator: virtual time, and the same run for the same seed")
  private boolean simulated;

  @Option(
      names = "--embedded",
      description = "nodes inside this process, linked through memory, instead of processes")
  private boolean embedded;

  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    StormSettings settings = options.settings();
    if (!(seconds > 0) || seconds > 1e6) {
      throw new ParameterException(
          command.commandLine(), "--seconds=" + seconds + " must be above 0");
    }
    if (simulated && embedded) {
      throw new ParameterException(
          command.commandLine(), "--simulated and --embedded exclude each other");
    }
    Place place = simulated ? Place.SIMULATOR : embedded ? Place.EMBEDDED : Place.PROCESSES;
    CommandLine cmd = command.commandLine();
    return run(settings, topology, seconds, place, cmd.getOut(), cmd.getErr())
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }

  /**
   * A whole storm, from its first process to its verdict.
   *
   * @return whether nothing was lost, duplicated or out of order
   */
  static boolean run(
      StormSettings settings,
      Topology topology,
      double seconds,
      Place place,
      PrintWriter out,
      PrintWriter err) {
    Duration length = Duration.ofNanos((long) (seconds * 1e9));
    try (StormWorld world = place.open(settings, topology)) {
      var progress = new StormRun.Progress(err, Terminal.isStandardError());
      var run = new StormRun(world, settings, length, progress);
      Verdict verdict = run.run();
      out.printf(
          Locale.ROOT,
          "storm: %d %s%s, %.1f s, %s links, seed %d%n%s",
          settings.nodes(),
          place.title,
          settings.churn() ? " that come and go" : "",
          seconds,
          topology,
          settings.seed(),
          verdict.toTable(run.ragedSeconds()));
      if (verdict.isClean()) {
        out.println("verdict: nothing lost, nothing duplicated, nothing out of order");
      } else {
        out.println("verdict: FAILED; the first things that went wrong:");
        verdict.problems().forEach(problem -> out.println("  " + problem));
        err.println(run.explainAll());
        if (world instanceof ProcessWorld processes) {
          err.println("the processes' logs are in " + processes.keepLogs());
        }
      }
      out.flush();
      err.flush();
      return verdict.isClean();
    }
  }

  /** Where the nodes are. */
  enum Place {
    /** Each in a process of its own. */
    PROCESSES("processes"),
    /** In this process, on real threads. */
    EMBEDDED("nodes in this process"),
    /** In this process, in virtual time. */
    SIMULATOR("simulated nodes");

    private final String title;

    Place(String title) {
      this.title = title;
    }

    private StormWorld open(StormSettings settings, Topology topology) {
      return switch (this) {
        case PROCESSES -> ProcessWorld.open(settings, topology);
        case EMBEDDED -> new LocalWorld(settings, topology);
        case SIMULATOR -> new SimulatedWorld(settings, topology);
      };
    }
  }
}
