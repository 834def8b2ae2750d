package io.phoenix.apps.run;

import io.phoenix.apps.Main;
import io.phoenix.apps.UserError;
import io.phoenix.apps.cluster.ControlClient;
import io.phoenix.apps.launch.Clusters;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.io.PrintWriter;
import java.nio.file.Path;

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
    execute(out, err, "up", file.toString(), "--", JobsApplication.NAME);
    Runnable down = () -> execute(out, err, "down", "--cluster", name);
    try {
      return new ClusterNodes(Clusters.connect(name, JobsApplication.NAME), down);
    } catch (RuntimeException e) {
      down.run();
      throw e;
    }
  }

  private static void execute(PrintWriter out, PrintWriter err, String... words) {
    int code = Main.commandLine().setOut(out).setErr(err).execute(words);
    if (code != 0) {
      throw new UserError(
          "'phoenix " + String.join(" ", words) + "' failed", "mend what the lines above say");
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
