package io.phoenix.apps.run;

import io.phoenix.apps.cluster.ControlClient;
import io.phoenix.apps.launch.Clusters;
import io.phoenix.apps.launch.DownCommand;
import io.phoenix.apps.launch.UpCommand;
import io.phoenix.apps.terminal.CommandErrors;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** The nodes of a cluster, which may be on other machines. */
final class ClusterNodes implements JobNodes {
  private final ControlClient client;
  private final Stealing stealing;
  private final Runnable afterwards;

  private ClusterNodes(ControlClient client, Runnable afterwards) {
    this.client = client;
    this.stealing =
        Stealing.on(client.node(), Applications.installed(), StealingSettings.defaults());
    this.afterwards = afterwards;
  }

  /** The nodes of a cluster that runs; {@code ""} is the one that was started last. */
  static ClusterNodes of(String name) {
    return new ClusterNodes(Clusters.connect(name, JobsApplication.NAME), () -> {});
  }

  /** The nodes of a ports file: those that run, or else new ones, which end with the job. */
  static ClusterNodes of(Path file, PrintWriter out, PrintWriter err) {
    String name = Clusters.nameOf(file);
    if (Clusters.exist(name)) {
      return of(name);
    }
    execute(new UpCommand(), out, err, file.toString(), "--", JobsApplication.NAME);
    Runnable down = () -> execute(new DownCommand(), out, err, "--cluster", name);
    try {
      return new ClusterNodes(Clusters.connect(name, JobsApplication.NAME), down);
    } catch (RuntimeException e) {
      down.run();
      throw e;
    }
  }

  private static void execute(
      Callable<Integer> command, PrintWriter out, PrintWriter err, String... words) {
    var line = CommandErrors.reporting(new CommandLine(command)).setOut(out).setErr(err);
    if (line.execute(words) != 0) {
      throw new UserError(
          "'phoenix %s %s' failed".formatted(line.getCommandName(), String.join(" ", words)),
          "mend what the lines above say");
    }
  }

  @Override
  public Stealing stealing() {
    return stealing;
  }

  @Override
  public void close() {
    stealing.close();
    client.close();
    afterwards.run();
  }
}
