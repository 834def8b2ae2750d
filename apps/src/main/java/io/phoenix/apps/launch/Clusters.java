package io.phoenix.apps.launch;

import io.phoenix.apps.UserError;
import io.phoenix.apps.cluster.Visitor;
import io.phoenix.apps.config.PortsFile;
import java.nio.file.Path;
import java.util.List;

/** The clusters that were started from this machine, for commands that are not about clusters. */
public final class Clusters {
  private Clusters() {}

  /**
   * Opens a visitor in a cluster whose nodes run an application.
   *
   * @param name the cluster's name; "" for the one that was started last
   * @throws UserError if there is no such cluster, or its nodes run something else
   */
  public static Visitor visit(String name, String application) {
    ClusterDirectory cluster = ClusterDirectory.find(name);
    List<String> running = cluster.application();
    if (running.isEmpty() || !running.get(0).equals(application)) {
      throw new UserError(
          "the nodes of cluster '%s' run %s"
              .formatted(
                  cluster.name(),
                  running.isEmpty() ? "nothing in particular" : "'" + running.get(0) + "'"),
          "'phoenix up FILE -- %s' starts nodes that run '%s'".formatted(application, application));
    }
    return Session.open(cluster, cluster.config());
  }

  /** What the cluster of a ports file is called, if nobody gives it another name. */
  public static String nameOf(Path file) {
    PortsFile read = PortsFile.read(file);
    return read.complaints().isEmpty()
        ? ClusterDirectory.nameOf(read.config().application())
        : ClusterDirectory.nameOf("");
  }

  /** Whether there is a cluster of that name. */
  public static boolean exist(String name) {
    return ClusterDirectory.exists(name);
  }
}
