package io.phoenix.apps.config;

import io.phoenix.api.SshHop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An SSH server listens for a node at the node's own port: so no two nodes there may share one. */
final class ListeningPorts {
  private ListeningPorts() {}

  static void check(List<Host> hosts, Complaints complaints) {
    Map<SshHop, List<Host>> byServer = new HashMap<>();
    for (Host host : hosts) {
      if (host.reach() instanceof Reach.Listening listening && !listening.via().isEmpty()) {
        SshHop server = listening.via().get(listening.via().size() - 1);
        List<Host> earlier = byServer.computeIfAbsent(server, s -> new ArrayList<>());
        for (Host other : earlier) {
          if (overlap(host, other)) {
            complaints.add(
                host.at(),
                "'%s' and '%s' both want port %d of %s"
                    .formatted(
                        other.name(),
                        host.name(),
                        Math.max(host.ports().first(), other.ports().first()),
                        server.host()),
                "give it ports of its own: {host: %s, ports: %d}"
                    .formatted(host.name(), free(earlier)));
            break;
          }
        }
        earlier.add(host);
      }
    }
  }

  /** The ports that their nodes really take. */
  private static boolean overlap(Host one, Host other) {
    return one.ports().first() < end(other) && other.ports().first() < end(one);
  }

  private static int end(Host host) {
    return host.ports().first() + host.nodes();
  }

  /** A port above all that are taken. */
  private static int free(List<Host> taken) {
    return taken.stream().mapToInt(ListeningPorts::end).max().orElse(0);
  }
}
