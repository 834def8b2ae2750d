package io.phoenix.bench.migration;

import io.phoenix.apps.terminal.CommandErrors;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.bench.BenchReport;
import io.phoenix.bench.Rows;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code scripts/bench migration}. */
@Command(
    name = "migration",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Joins, moves of state and balance: nodes of one process over TCP on loopback,",
      "and many nodes in the simulator."
    })
public final class MigrationBench implements Callable<Integer> {
  @Option(
      names = "--repetitions",
      paramLabel = "N",
      defaultValue = "30",
      description = "joins that are measured (default: ${DEFAULT-VALUE})")
  private int repetitions;

  @Option(
      names = "--sizes",
      paramLabel = "MIB",
      split = ",",
      defaultValue = "1,64,512",
      description = "sizes of state that are moved live (default: ${DEFAULT-VALUE})")
  private List<Integer> sizes = List.of();

  @Option(
      names = "--burst",
      paramLabel = "NODES",
      defaultValue = "1000",
      description = "nodes that join in a burst; 0 leaves it out (default: ${DEFAULT-VALUE})")
  private int burst;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "where the results go for programs (default: target/bench/migration.json)")
  private Path json =
      Path.of(System.getProperty("phoenix.root", ""), "target/bench/migration.json");

  @Spec private CommandSpec command = CommandSpec.create();

  /** Runs the benchmark and exits with its code. */
  public static void main(String[] args) {
    System.exit(CommandErrors.reporting(new CommandLine(new MigrationBench())).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    if (repetitions < 1 || burst < 0 || sizes.stream().anyMatch(mib -> mib < 1)) {
      throw new UserError(
          "--repetitions=%d and --sizes=%s must be above 0, --burst=%d not below"
              .formatted(repetitions, sizes, burst),
          "scripts/bench migration --help");
    }
    var rows = new Rows();
    var report = new BenchReport(command);
    report.showProgress("joining");
    JoinFigures.measure(repetitions, rows);
    report.showProgress("moving state");
    new MoveFigures(rows).measure(sizes);
    report.showProgress("balancing 64 simulated nodes");
    BalanceFigures.measure(rows);
    if (burst > 0) {
      new BurstFigures(burst).measure(rows, report::showProgress);
    }
    report.finish(rows.table(), json, rows.json());
    return CommandLine.ExitCode.OK;
  }
}
