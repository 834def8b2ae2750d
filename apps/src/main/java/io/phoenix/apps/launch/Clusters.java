package io.phoenix.apps.launch;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.Security;
import io.phoenix.apps.cluster.ControlClient;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.config.PortsFile;
import io.phoenix.apps.terminal.UserError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The clusters that were started from this machine: how a command comes to talk to one. */
public final class Clusters {
  /** So many nodes are dialled: one is enough, and some may be gone. */
  private static final int MOST_PORTS = 6;

  private Clusters() {}

  /**
   * Opens a control client in a cluster whose nodes run an application.
   *
   * @param name the cluster's name; "" for the one that was started last
   * @throws UserError if there is no such cluster, or its nodes run something else
   */
  public static ControlClient connect(String name, String application) {
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
    return connect(cluster, cluster.config());
  }

  /** Opens a control client that dials some of its nodes. */
  static ControlClient connect(ClusterDirectory cluster, PortsConfig config) {
    return connect(cluster, config, cluster.members());
  }

  /** Opens a control client that dials some of these nodes, the near ones first. */
  static ControlClient connect(ClusterDirectory cluster, PortsConfig config, List<Member> members) {
    Vantage here = Vantage.here(config);
    Dial dial = Dial.from(here);
    List<Member> near = new ArrayList<>(members);
    near.removeIf(member -> !dial.canReach(member));
    near.sort(Comparator.comparing(member -> !here.isNear(member.host())));
    if (near.isEmpty()) {
      throw new UserError(
          "no node of '" + cluster.name() + "' can be reached from here",
          members.isEmpty() ? "none was started" : "go to a machine in one of its LANs");
    }
    List<Port> ports =
        near.stream().limit(MOST_PORTS).map(member -> Port.parse(dial.to(member))).toList();
    return ControlClient.open(
        NodeConfig.of(config.application(), config.space())
            .withPorts(ports)
            .withSecurity(
                config.plain() ? Security.plain() : Security.tls(cluster.clientCredentials())));
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
