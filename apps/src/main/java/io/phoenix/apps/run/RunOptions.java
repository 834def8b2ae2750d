package io.phoenix.apps.run;

import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.policy.Policies;
import io.phoenix.workstealing.steal.SiteSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of {@code phoenix run} that all applications have. */
final class RunOptions {
  private static final int MAX_NODES = 1000;
  private static final int DEFAULT_NODES = 2;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "nodes on this machine, which end with the job (default: 2)")
  private @Nullable Integer nodes;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "nodes on the hosts of a ports file; started, unless they run already")
  private @Nullable Path config;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      arity = "0..1",
      fallbackValue = "",
      description = {
        "nodes that were started by 'phoenix up FILE -- " + JobsApplication.NAME + "';",
        "without a name, those that were started last"
      })
  private @Nullable String cluster;

  @Option(
      names = "--workers",
      paramLabel = "K",
      description = "worker threads of each node on this machine (default: 1)")
  private @Nullable Integer workers;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = JobSpec.DEFAULT_POLICY,
      completionCandidates = PolicyNames.class,
      description = {
        "how to steal: ${COMPLETION-CANDIDATES};",
        "or the name of a class of your own (default: ${DEFAULT-VALUE})"
      })
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
    boolean isLocal = config == null && cluster == null;
    if ((config != null && cluster != null) || (nodes != null && !isLocal)) {
      throw new ParameterException(cmd, "--nodes, --config and --cluster exclude each other");
    }
    if (workers != null && !isLocal) {
      throw new ParameterException(cmd, "--workers: the ports file says how many a host has");
    }
    requireWithin(cmd, "--nodes", nodes, MAX_NODES);
    requireWithin(cmd, "--workers", workers, SiteSettings.MAX_WORKERS);
    try {
      Applications.installed();
    } catch (ServiceConfigurationError | IllegalArgumentException e) {
      throw new UserError(
          "applications cannot be loaded: " + e.getMessage(),
          "look at what --classpath names, and at META-INF/services/"
              + Application.class.getName()
              + " in it");
    }
    try {
      Policies.find(policy);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(cmd, "--policy: " + e.getMessage());
    }
  }

  /** The policies that have a name. */
  private static final class PolicyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Policies.all().keySet().iterator();
    }
  }

  private static void requireWithin(
      CommandLine cmd, String name, @Nullable Integer number, int most) {
    if (number != null && (number < 1 || number > most)) {
      throw new ParameterException(cmd, "%s=%d must be from 1 to %d".formatted(name, number, most));
    }
  }

  /** Finds or starts nodes, runs the job on them, and prints what came of it. */
  <R> int run(Assignment<R> assignment, PrintWriter out, PrintWriter err) {
    try (JobNodes chosen = nodes(out, err)) {
      var run = new JobRun(out, err);
      JobReport<R> report = run.run(chosen.stealing(), assignment, policy);
      out.print(StatisticsTable.of(report.nodes()));
      if (serial) {
        run.compare(report, assignment);
      }
      out.flush();
    }
    return CommandLine.ExitCode.OK;
  }

  private JobNodes nodes(PrintWriter out, PrintWriter err) {
    if (cluster != null) {
      return ClusterNodes.of(cluster);
    }
    if (config != null) {
      return ClusterNodes.of(config, out, err);
    }
    int count = nodes == null ? DEFAULT_NODES : nodes;
    int threads = workers == null ? 1 : workers;
    int cores = Runtime.getRuntime().availableProcessors();
    if (count * threads > cores) {
      err.printf(
          "WARNING: %d workers share %d cores: they will not be faster than %d%n",
          count * threads, cores, cores);
      err.flush();
    }
    var local = new LocalNodes(threads);
    try {
      local.add(count);
      return local;
    } catch (RuntimeException e) {
      local.close();
      throw e;
    }
  }
}
