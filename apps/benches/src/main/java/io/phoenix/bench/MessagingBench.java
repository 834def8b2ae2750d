package io.phoenix.bench;

import io.phoenix.apps.process.Children;
import io.phoenix.apps.terminal.CommandErrors;
import io.phoenix.bench.BenchChild.Role;
import io.phoenix.bench.Goals.Goal;
import io.phoenix.bench.Task.Kind;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code scripts/bench messaging}: all contenders, by turns, several times over. */
@Command(
    name = "messaging",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Round trips, message rates and bandwidth between two processes on loopback:",
      "Phoenix beside plain Java sockets and MPICH over TCP, in one run."
    })
public final class MessagingBench implements Callable<Integer> {
  private static final int MIB = 1 << 20;
  private static final int MOST_WARM_UPS = 12;

  /** The share of a processor below which compilers do not disturb. */
  private static final double AT_REST = 0.03;

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      defaultValue = "3",
      description = "times that everything is measured (default: ${DEFAULT-VALUE})")
  private int repetitions;

  @Option(
      names = "--millis",
      paramLabel = "MS",
      defaultValue = "600",
      description = "length of each measurement (default: ${DEFAULT-VALUE})")
  private int millis;

  @Option(
      names = "--warm-up",
      paramLabel = "MS",
      defaultValue = "3000",
      description =
          "length of first runs, which do not count; repeated until the compilers rest"
              + " (default: ${DEFAULT-VALUE})")
  private int warmUp;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "only contenders whose name contains this")
  private String only = "";

  @Option(
      names = "--scale",
      paramLabel = "NODES",
      defaultValue = "1000",
      description = "nodes in the simulator; 0 leaves it out (default: ${DEFAULT-VALUE})")
  private int scale;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "where the results go for programs (default: target/bench/messaging.json)")
  private Path json = root().resolve("target/bench/messaging.json");

  @Spec private CommandSpec command = CommandSpec.create();

  private record Turn(Contender contender, Task task) {}

  /** Runs the benchmark and exits with its code. */
  public static void main(String[] args) {
    System.exit(CommandErrors.reporting(new CommandLine(new MessagingBench())).execute(args));
  }

  /** Where the project is: scripts/bench says so. */
  private static Path root() {
    return Path.of(System.getProperty("phoenix.root", ""));
  }

  @Override
  public Integer call() {
    requirePositive("--repetitions", repetitions);
    requirePositive("--millis", millis);
    requirePositive("--warm-up", warmUp);
    require(
        scale == 0 || (scale >= 3 && scale <= 10_000), "--scale=" + scale + " must be in 3..10000");
    var report = new BenchReport(command);
    var results = new Results();
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    try (var children = new Children("phoenix-bench-")) {
      var handler = new Pair(children, Role.HANDLER, 0);
      List<Turn> turns = turns(children, handler);
      for (Turn turn : turns) {
        report.showProgress("warming up: " + turn.contender.title());
        warmUp(turn);
      }
      for (int round = 1; round <= repetitions; round++) {
        for (Turn turn : turns) {
          report.showProgress(
              "round %d of %d: %s".formatted(round, repetitions, turn.contender.title()));
          double result = turn.contender.measure(turn.task);
          results.add(
              Figures.of(turn.contender.title(), turn.task), Figures.value(turn.task, result));
        }
        if (handler.title().contains(only)) {
          results.add(Figures.ALLOCATED, handler.allocatedPerMessage(8, millis));
        }
      }
    }
    if (Figures.RESOLVE.contender().contains(only)) {
      report.showProgress("resolving virtual nodes");
      results.add(Figures.RESOLVE, ResolveBench.run());
    }
    if (scale > 0 && SimFigures.matches(only)) {
      SimFigures.measure(scale, results, what -> report.showProgress("simulator: " + what));
    }
    List<Goal> goals = Goals.of(results);
    report.finish(Table.of(results, goals), json, Json.of(results, goals, facts(load)));
    return CommandLine.ExitCode.OK;
  }

  /** Runs it until its compilers rest: on few cores they work beside what is to be measured. */
  private void warmUp(Turn turn) {
    long before = turn.contender.compiledMillis();
    for (int i = 0; i < MOST_WARM_UPS; i++) {
      turn.contender.measure(turn.task.lasting(warmUp));
      long after = turn.contender.compiledMillis();
      if (after - before < warmUp * AT_REST) {
        return;
      }
      before = after;
    }
  }

  private List<Turn> turns(Children children, Pair handler) {
    var turns = new ArrayList<Turn>();
    Path source = root().resolve("scripts/bench-src/mpi_pingpong.c");
    Mpich.find(source, root().resolve("target/bench"))
        .ifPresentOrElse(
            mpich -> {
              add(turns, mpich, Kind.ROUND_TRIP, 8, MIB);
              add(turns, mpich, Kind.WINDOW_64, 8, 100);
              add(turns, mpich, Kind.BATCH_64, 8);
            },
            () ->
                command
                    .commandLine()
                    .getErr()
                    .println("WARNING: MPICH IS MISSING: its rows and ratios are left out"));
    var nio = new Pair(children, Role.SPINNING_NIO, 0);
    add(turns, nio, Kind.ROUND_TRIP, 8, MIB);
    add(turns, nio, Kind.WINDOW_64, 8);
    add(turns, nio, Kind.BATCH_64, 8, 100);
    add(turns, nio, Kind.STREAM, 8);
    var blocking = new Pair(children, Role.BLOCKING_SOCKETS, 0);
    add(turns, blocking, Kind.ROUND_TRIP, 8, MIB);
    add(turns, blocking, Kind.WINDOW_64, 8);
    add(turns, blocking, Kind.BATCH_64, 8, 100);
    var busyRecv = new Pair(children, Role.BUSY_RECV, 0);
    add(turns, busyRecv, Kind.ROUND_TRIP, 8, MIB);
    add(turns, busyRecv, Kind.WINDOW_64, 8);
    add(turns, busyRecv, Kind.STREAM, 8);
    add(turns, new Pair(children, Role.BUSY_HANDLER, 0), Kind.ROUND_TRIP, 8);
    add(turns, handler, Kind.ROUND_TRIP, 8, MIB);
    add(turns, handler, Kind.WINDOW_64, 8);
    add(turns, handler, Kind.STREAM, 8, 100);
    add(turns, new Pair(children, Role.RECV, 0), Kind.ROUND_TRIP, 8);
    addChains(turns, children);
    // How much of that is the machine's: the same chains of processes with plain sockets.
    add(turns, new Pair(children, Role.BLOCKING_SOCKETS, 1), Kind.ROUND_TRIP, 8);
    add(turns, new Pair(children, Role.BLOCKING_SOCKETS, 2), Kind.ROUND_TRIP, 8);
    return turns;
  }

  private void addChains(List<Turn> turns, Children children) {
    for (Placement placement : Placement.values()) {
      // The direct pair that runs anywhere is there already.
      for (int relays = placement == Placement.ANYWHERE ? 1 : 0; relays <= 2; relays++) {
        add(turns, new Pair(children, Role.HANDLER, relays, placement), Kind.ROUND_TRIP, 8);
      }
    }
  }

  private void add(List<Turn> turns, Contender contender, Kind kind, int... sizes) {
    if (!contender.title().contains(only)) {
      return;
    }
    for (int bytes : sizes) {
      turns.add(new Turn(contender, new Task(kind, bytes, millis)));
    }
  }

  private Map<String, String> facts(double load) {
    var facts = new LinkedHashMap<String, String>();
    facts.put("java", System.getProperty("java.vm.version"));
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("loadAtStart", Double.toString(load));
    facts.put("repetitions", Integer.toString(repetitions));
    facts.put("millis", Integer.toString(millis));
    return facts;
  }

  private void requirePositive(String option, int value) {
    require(value > 0, option + "=" + value + " must be above 0");
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(command.commandLine(), message);
    }
  }
}
