package io.phoenix.apps;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.apps.terminal.LiveLine;
import io.phoenix.apps.terminal.Terminal;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.routing.sim.SimFailure;
import io.phoenix.routing.sim.scenario.ScaleRun;
import io.phoenix.routing.sim.scenario.Scenario;
import io.phoenix.routing.sim.scenario.SimRun;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs simulated networks from seeds, one or many, or a large one. */
@Command(
    name = "sim",
    description = {
      "Simulates nodes, links and faults from a seed, and checks the promises at every step.",
      "",
      "The same seed tells the same story every time. A seed that fails is printed with its story"
          + " and with the command that replays it."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  phoenix sim                           a hundred seeds of all scenarios",
      "  phoenix sim --seeds 10000 --seed 500  as many as it takes, from seed 500 on",
      "  phoenix sim --seed 42 --trace         the story of one seed",
      "  phoenix sim --scale 1000              how a large network finds and mends its ways"
    })
final class SimCommand implements Callable<Integer> {
  private static final int SOME_SEEDS = 100;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The seed to run, or the first one of --seeds. Default: 1.")
  private @Nullable Long seed;

  @Option(
      names = "--seeds",
      paramLabel = "COUNT",
      description = "How many seeds to run. Default: 1 with --seed, else " + SOME_SEEDS + ".")
  private @Nullable Integer seeds;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      converter = ScenarioConverter.class,
      completionCandidates = ScenarioNames.class,
      description = "One of: ${COMPLETION-CANDIDATES}. Default: the seed says which.")
  private @Nullable Scenario scenario;

  @Option(
      names = "--nodes",
      paramLabel = "COUNT",
      description = "How many nodes, from 2 to 64. Default: the seed says how many.")
  private int nodes;

  @Option(names = "--trace", description = "Print the story as it happens; of one seed only.")
  private boolean trace;

  @Option(names = "--frames", description = "With --trace: print every frame that is sent, too.")
  private boolean frames;

  @Option(
      names = "--keep-going",
      description = "Run all seeds even if one fails, and list those that did.")
  private boolean keepGoing;

  @Option(
      names = "--scale",
      paramLabel = "NODES",
      description = "Instead: a random graph of so many nodes, from 3 to 10000; time and traffic.")
  private int scale;

  @Override
  public Integer call() {
    check();
    if (!trace) {
      // Simulated links break all the time: what their nodes say to that is no news.
      ((Logger) LoggerFactory.getLogger("io.phoenix.routing")).setLevel(Level.OFF);
    }
    long first = seed == null ? 1 : seed;
    if (scale > 0) {
      return runScale(first);
    }
    int count = seeds != null ? seeds : seed != null ? 1 : SOME_SEEDS;
    return count == 1 ? runOne(first) : runMany(first, count);
  }

  private void check() {
    require(seeds == null || seeds > 0, "--seeds=" + seeds + " must be above 0");
    require(nodes == 0 || (nodes >= 2 && nodes <= 64), "--nodes=" + nodes + " must be in 2..64");
    require(
        scale == 0 || (scale >= 3 && scale <= 10_000), "--scale=" + scale + " must be in 3..10000");
    require(!trace || seeds == null || seeds == 1, "--trace tells the story of one seed only");
    require(trace || !frames, "--frames needs --trace");
  }

  private void require(boolean condition, String complaint) {
    if (!condition) {
      throw new ParameterException(commandLine(), complaint);
    }
  }

  private CommandLine commandLine() {
    return Objects.requireNonNull(spec, "spec").commandLine();
  }

  private PrintWriter out() {
    return commandLine().getOut();
  }

  private SimRun run(long s) {
    return SimRun.of(scenario == null ? Scenario.of(s) : scenario, s).withNodes(nodes);
  }

  private int runOne(long s) {
    SimRun run = run(s);
    if (trace) {
      run = run.withStory(out()::println, frames);
    }
    try {
      out().println(run.run());
      out().flush();
      return CommandLine.ExitCode.OK;
    } catch (SimFailure failure) {
      out().flush();
      throw broken(failure, run.command() + (trace ? "" : " --trace") + " tells the whole story");
    }
  }

  private int runMany(long first, int count) {
    PrintWriter err = commandLine().getErr();
    var progress = new LiveLine(err, Terminal.isStandardError(), System.nanoTime());
    var batch = new SimBatch(this::run, first, count, keepGoing, progress);
    batch.run();
    if (batch.failures().isEmpty()) {
      out().println(batch.summary());
      out().flush();
      return CommandLine.ExitCode.OK;
    }
    long least = batch.failures().firstKey();
    err.println(batch.summary());
    throw broken(batch.failures().get(least), run(least).command() + " replays it");
  }

  private static UserError broken(@Nullable SimFailure failure, String hint) {
    return new UserError(String.valueOf(failure == null ? null : failure.getMessage()), hint);
  }

  private int runScale(long s) {
    PrintWriter err = commandLine().getErr();
    out()
        .println(
            ScaleRun.run(
                scale,
                s,
                line -> {
                  err.println(line + " …");
                  err.flush();
                }));
    out().flush();
    return CommandLine.ExitCode.OK;
  }

  /** Reads a scenario's name, and says which there are if it is none. */
  static final class ScenarioConverter implements CommandLine.ITypeConverter<Scenario> {
    @Override
    public Scenario convert(String name) {
      for (Scenario scenario : Scenario.values()) {
        if (scenario.toString().equals(name)) {
          return scenario;
        }
      }
      throw new CommandLine.TypeConversionException(
          "'" + name + "' is none of " + Arrays.toString(Scenario.values()));
    }
  }

  /** The names of all scenarios, for the help. */
  static final class ScenarioNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Scenario.values()).map(Scenario::toString).iterator();
    }
  }
}
