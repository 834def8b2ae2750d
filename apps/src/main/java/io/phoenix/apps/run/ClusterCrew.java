package io.phoenix.apps.run;

import io.phoenix.apps.Main;
import io.phoenix.apps.UserError;
import io.phoenix.apps.cluster.Visitor;
import io.phoenix.apps.launch.Clusters;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.io.PrintWriter;
import java.nio.file.Path;

/** The nodes of a cluster, which may be on other machines. */
final class ClusterCrew implements Crew {
  private final Visitor visitor;
  private final Stealing stealing;
  private final Runnable afterwards;

  private ClusterCrew(Visitor visitor, Runnable afterwards) {
    this.visitor = visitor;
    this.stealing =
        Stealing.on(visitor.node(), Applications.installed(), StealingSettings.defaults());
    this.afterwards = afterwards;
  }

  /** The nodes of a cluster that runs; {@code ""} is the one that was started last. */
  static ClusterCrew of(String name) {
    return new ClusterCrew(Clusters.visit(name, JobsApplication.NAME), () -> {});
  }

  /** The nodes of a ports file: those that run, or else new ones, which end with the job. */
  static ClusterCrew of(Path file, PrintWriter out, PrintWriter err) {
    String name = Clusters.nameOf(file);
    if (Clusters.exist(name)) {
      return of(name);
    }
    execute(out, err, "up", file.toString(), "--", JobsApplication.NAME);
    Runnable down = () -> execute(out, err, "down", "--cluster", name);
    try {
      return new ClusterCrew(Clusters.visit(name, JobsApplication.NAME), down);
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
    visitor.close();
    afterwards.run();
  }
}
