package io.phoenix.bench.stealing;

import io.phoenix.apps.terminal.CommandErrors;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.bench.BenchReport;
import io.phoenix.bench.Rows;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code scripts/bench stealing}. */
@Command(
    name = "stealing",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Measures work stealing, part by part; plots go beside the JSON file.")
public final class StealingBench implements Callable<Integer> {
  /** Parts that can be run by themselves. */
  enum Part {
    /** One worker beside the best serial program. */
    SLOWDOWN,
    /** Two workers, in one node and in two. */
    SPEEDUP,
    /** Steals and messages, as the work grows. */
    LOCALITY,
    /** Sixteen nodes of a tenth of a core each. */
    SHARES,
    /** More CPUs than there are here. */
    SIMULATION,
    /** Nodes that come and go, simulated. */
    DYNAMIC,
    /** Processes that come and go. */
    PROCESSES
  }

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "how often each program is run; the best time counts (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--only",
      paramLabel = "PART",
      split = ",",
      description = "${COMPLETION-CANDIDATES} (default: all)")
  private Set<Part> parts = EnumSet.allOf(Part.class);

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "where the results go for programs (default: target/bench/stealing.json)")
  private Path json = Path.of(System.getProperty("phoenix.root", ""), "target/bench/stealing.json");

  @Spec private CommandSpec command = CommandSpec.create();

  /** Runs the benchmark and exits with its code. */
  public static void main(String[] args) {
    System.exit(CommandErrors.reporting(new CommandLine(new StealingBench())).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    if (rounds < 1) {
      throw new UserError(
          "--rounds=" + rounds + " must be above 0", "scripts/bench stealing --help");
    }
    var rows = new Rows();
    var report = new BenchReport(command);
    if (parts.contains(Part.SLOWDOWN)) {
      report.showProgress("one worker");
      new SlowdownFigures(rounds, rows).measure();
    }
    if (parts.contains(Part.SPEEDUP)) {
      report.showProgress("two workers");
      new SpeedupFigures(rounds, rows).measure();
    }
    if (parts.contains(Part.LOCALITY)) {
      for (int nodes : new int[] {4, 8}) {
        report.showProgress(nodes + " nodes");
        new LocalityFigures(rows).measure(nodes);
      }
    }
    if (parts.contains(Part.SIMULATION)) {
      report.showProgress("simulated nodes");
      new SimulationFigures(rows).measure();
    }
    if (parts.contains(Part.DYNAMIC)) {
      report.showProgress("simulated nodes come and go");
      BenchReport.write(
          json.resolveSibling("stealing-dynamic.svg"), new DynamicFigures(rows).measure());
    }
    measureShares(rows, report);
    report.finish(rows.table(), json, rows.json());
    return CommandLine.ExitCode.OK;
  }

  /** The parts that need control groups. */
  private void measureShares(Rows rows, BenchReport report) throws Exception {
    boolean isWanted = parts.contains(Part.SHARES) || parts.contains(Part.PROCESSES);
    if (isWanted && !CpuGroups.isAvailable()) {
      PrintWriter err = command.commandLine().getErr();
      err.println(
          "WARNING: NO CONTROL GROUPS: SHARES and PROCESSES are left out (they need root and"
              + " Linux)");
      err.flush();
      return;
    }
    if (parts.contains(Part.SHARES)) {
      report.showProgress("sixteen nodes of a tenth of a core");
      new SharesFigures(rows).measure();
    }
    if (parts.contains(Part.PROCESSES)) {
      report.showProgress("processes come and go");
      BenchReport.write(
          json.resolveSibling("stealing-processes.svg"), new ProcessesFigures(rows).measure());
    }
  }
}
