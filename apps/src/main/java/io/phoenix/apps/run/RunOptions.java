package io.phoenix.apps.run;

import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.policy.Policies;
import io.phoenix.workstealing.steal.SiteSettings;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of {@code phoenix run} that all applications have. */
final class RunOptions {
  private static final int MAX_NODES = 1000;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "2",
      description = "nodes on this machine (default: ${DEFAULT-VALUE})")
  private int nodes;

  @Option(
      names = "--workers",
      paramLabel = "K",
      defaultValue = "1",
      description = "worker threads of each node (default: ${DEFAULT-VALUE})")
  private int workers;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = JobSpec.DEFAULT_POLICY,
      description = "how to steal (default: ${DEFAULT-VALUE})")
  private String policy = "";

  @Option(
      names = "--serial",
      description = "run the serial program as well, and compare results and times")
  private boolean serial;

  /**
   * Checks what was given.
   *
   * @throws ParameterException if something is wrong
   */
  void check(CommandLine cmd) {
    if (nodes < 1 || nodes > MAX_NODES) {
      throw new ParameterException(
          cmd, "--nodes=%d must be from 1 to %d".formatted(nodes, MAX_NODES));
    }
    if (workers < 1 || workers > SiteSettings.MAX_WORKERS) {
      throw new ParameterException(
          cmd, "--workers=%d must be from 1 to %d".formatted(workers, SiteSettings.MAX_WORKERS));
    }
    try {
      Policies.find(policy);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(cmd, "--policy: " + e.getMessage());
    }
  }

  /** Starts nodes, runs the job on them, and prints what came of it. */
  <R> int run(Assignment<R> assignment, PrintWriter out, PrintWriter err) {
    int cores = Runtime.getRuntime().availableProcessors();
    if (nodes * workers > cores) {
      err.printf(
          "WARNING: %d workers share %d cores: they will not be faster than %d%n",
          nodes * workers, cores, cores);
      err.flush();
    }
    try (var local = new LocalNodes(workers)) {
      local.add(nodes);
      var run = new JobRun(out, err);
      JobReport<R> report = run.run(local.stealing(), assignment, policy);
      out.print(StatisticsTable.of(report.nodes()));
      if (serial) {
        run.compare(report, assignment);
      }
      out.flush();
    }
    return CommandLine.ExitCode.OK;
  }
}
