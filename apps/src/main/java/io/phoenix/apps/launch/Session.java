package io.phoenix.apps.launch;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.Security;
import io.phoenix.apps.UserError;
import io.phoenix.apps.cluster.Visitor;
import io.phoenix.apps.config.PortsConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Opens visitors: how a command on this machine comes to talk to a running cluster. */
final class Session {
  /** So many nodes are dialled: one is enough, and some may be gone. */
  private static final int MOST_PORTS = 6;

  private Session() {}

  static Visitor open(ClusterDirectory cluster, PortsConfig config) {
    return open(cluster, config, cluster.members());
  }

  /** Opens a visitor that dials some of these nodes, the near ones first. */
  static Visitor open(ClusterDirectory cluster, PortsConfig config, List<Member> members) {
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
    return Visitor.open(
        NodeConfig.of(config.application(), config.space())
            .withPorts(ports)
            .withSecurity(config.plain() ? Security.plain() : Security.tls(cluster.visitor())));
  }
}
