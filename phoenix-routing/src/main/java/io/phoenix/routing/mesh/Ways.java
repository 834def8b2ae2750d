package io.phoenix.routing.mesh;

import io.phoenix.api.Port;
import io.phoenix.api.SshHop;
import io.phoenix.routing.world.Whereabouts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ways from this node to the ports that another one tells of, the best first: directly in the
 * same LAN, directly elsewhere, through a tunnel.
 *
 * <p>Ports come from other nodes, which may be hostile. So an SSH server is used only if this
 * node's own configuration names it: for the LAN that a configured port behind it is in, or because
 * the other node listens at that very server. If the configuration says at which ports other LANs
 * may be dialled, they are dialled at no others.
 *
 * <p>A node that tells of a way through SSH servers is reached from other LANs by that way: its
 * addresses are for its own LAN.
 */
final class Ways {
  private static final int MAX = 8;

  private final Whereabouts here;
  private final Set<Port> bridgePorts;
  private final boolean isAcross;
  private final boolean isOnLoopback;
  private final Set<String> ownLans = new HashSet<>();
  private final Set<List<SshHop>> servers = new HashSet<>();
  private final Map<String, Port> tunnels = new HashMap<>();

  /**
   * @param here where this node is
   * @param configured the ports that it was given
   * @param bridgePorts at which ports other LANs may be dialled; none: at any
   * @param isAcross whether other LANs may be dialled at all
   */
  Ways(Whereabouts here, List<Port> configured, List<Port> bridgePorts, boolean isAcross) {
    this.here = here;
    this.bridgePorts = new HashSet<>(bridgePorts);
    this.isAcross = isAcross;
    isOnLoopback = here.ports().stream().anyMatch(Port::isLoopback);
    here.ports().forEach(port -> ownLans.add(Subnet.of(port)));
    for (Port port : configured) {
      if (!port.via().isEmpty()) {
        servers.add(port.via());
        if (!new Port(port.host(), port.port()).isLoopback()) {
          tunnels.putIfAbsent(Subnet.of(port), port);
        }
      }
    }
  }

  List<Port> to(Whereabouts there) {
    List<Port> ports = there.ports();
    List<Port> near = new ArrayList<>();
    List<Port> far = new ArrayList<>();
    List<Port> through = new ArrayList<>();
    boolean isOpen = ports.stream().allMatch(port -> port.via().isEmpty());
    for (Port port : ports) {
      if (here.ports().contains(port)) {
        continue; // it would be this node itself that answers
      }
      if (!port.via().isEmpty()) {
        if (mayUse(port) && (bridgePorts.contains(port) || servers.contains(port.via()))) {
          through.add(new Port(port.host(), port.port(), port.via(), false));
        }
      } else if (!port.isLoopback() || isOnLoopback) {
        String lan = Subnet.of(port);
        Port tunnel = tunnels.get(lan);
        if (isInOwnLan(there, lan)) {
          near.add(port);
        } else if (mayUse(port) && isOpen && (tunnel == null || tunnel.direct())) {
          far.add(port);
        }
        if (mayUse(port) && tunnel != null) {
          through.add(new Port(port.host(), port.port(), tunnel.via(), false));
        }
      }
    }
    Set<Port> all = new LinkedHashSet<>(near);
    all.addAll(far);
    all.addAll(through);
    return all.stream().limit(MAX).toList();
  }

  /** By the LANs' names if people have given any: addresses of gateways look alike. */
  private boolean isInOwnLan(Whereabouts there, String subnet) {
    boolean isNamed = !here.lan().isEmpty() && !there.lan().isEmpty();
    return isNamed ? here.lan().equals(there.lan()) : ownLans.contains(subnet);
  }

  /** Whether a port may be dialled although it may be in another LAN. */
  private boolean mayUse(Port port) {
    return isAcross && (bridgePorts.isEmpty() || bridgePorts.contains(port));
  }
}
