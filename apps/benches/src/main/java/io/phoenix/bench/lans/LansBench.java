package io.phoenix.bench.lans;

import io.phoenix.apps.terminal.CommandErrors;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.bench.BenchReport;
import io.phoenix.bench.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code scripts/bench lans}. */
@Command(
    name = "lans",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Three LANs in the lab, as root: tunnels beside 'ssh -L', TLS beside plain TCP,",
      "'phoenix up', and how long traffic stops when a link is cut."
    })
public final class LansBench implements Callable<Integer> {
  private static final int HOSTS_PER_LAN = 4;

  /** A part of the benchmark. */
  enum Part {
    TUNNEL,
    TLS,
    UP,
    CUTS
  }

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "rounds of which the best counts (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--cuts",
      paramLabel = "N",
      defaultValue = "20",
      description = "cuts of each kind (default: ${DEFAULT-VALUE})")
  private int cuts;

  @Option(
      names = "--only",
      paramLabel = "PART",
      split = ",",
      description = "of ${COMPLETION-CANDIDATES} (default: all)")
  private Set<Part> only = EnumSet.allOf(Part.class);

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "where the results go for programs (default: target/bench/lans.json)")
  private Path json = Path.of(System.getProperty("phoenix.root", ""), "target/bench/lans.json");

  @Spec private CommandSpec command = CommandSpec.create();

  /** Runs the benchmark and exits with its code. */
  public static void main(String[] args) {
    System.exit(CommandErrors.reporting(new CommandLine(new LansBench())).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (rounds < 1 || cuts < 1) {
      throw new UserError(
          "--rounds=%d and --cuts=%d must be above 0".formatted(rounds, cuts),
          "scripts/bench lans --help");
    }
    var rows = new Rows();
    var report = new BenchReport(command);
    report.showProgress("building the lab");
    try (BenchLab lab = BenchLab.up(HOSTS_PER_LAN)) {
      var ways = new WayFigures(lab, rows, rounds);
      for (Part part : only) {
        report.showProgress(part.toString());
        switch (part) {
          case TUNNEL -> ways.measureTunnels();
          case TLS -> ways.measureTls();
          case UP -> UpFigures.measure(lab, rows, rounds, 3 * HOSTS_PER_LAN);
          case CUTS -> CutFigures.measure(lab, rows, cuts);
        }
      }
    }
    report.finish(rows.table(), json, rows.json());
    return CommandLine.ExitCode.OK;
  }
}
