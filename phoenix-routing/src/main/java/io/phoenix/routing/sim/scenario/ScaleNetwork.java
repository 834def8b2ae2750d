package io.phoenix.routing.sim.scenario;

import io.phoenix.api.Explanation;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.collect.LongMap;
import io.phoenix.routing.runtime.OverlayNode;
import io.phoenix.routing.sim.PathSettings;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.sim.SimWorld;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Many nodes in a random graph, each with its share of the space, and who has a way to whom. */
final class ScaleNetwork {
  private static final long US = 1000;
  private static final long SHARE = 1L << 20;

  private final SimWorld world;
  private final Chance chance;
  private final List<SimHost> hosts = new ArrayList<>();
  private final List<OverlayNode> nodes = new ArrayList<>();
  private final List<Long> names = new ArrayList<>();
  private final LongMap<Integer> indices = new LongMap<>();

  /** Ordered pairs of hosts between which no packet passes for good, as from × size + to. */
  private final Set<Long> broken = new HashSet<>();

  // Where the search for a missing way left off: most of what it would find missing is still so.
  private int from;
  private int to;

  ScaleNetwork(SimWorld world) {
    this.world = world;
    chance = new Chance(world.random("scale", 0));
    world.network().model((a, b) -> path());
  }

  private PathSettings path() {
    return new PathSettings(chance.magnitude(200, 20_000) * US, 50 * US, 100_000_000);
  }

  /** Opens the nodes one after the other; each dials two or three that are there already. */
  void open(int size, long everyNs) {
    // Without a mesh: what is measured is what routing makes of a random graph.
    NodeConfig config = NodeConfig.of("scale", size * SHARE).withMeshLinks(0);
    for (int i = 0; i < size; i++) {
      SimHost host =
          world.network().addHost("10.%d.%d.%d".formatted(i >> 16, i >> 8 & 255, i & 255));
      hosts.add(host);
      open(host, config.withPorts(portsFor(i)));
      world.runFor(everyNs);
    }
  }

  private List<Port> portsFor(int index) {
    var ports = new ArrayList<Port>();
    for (int k = Math.min(index, chance.between(2, 3)); k > 0; k--) {
      Port port = new Port(hosts.get(chance.between(0, index - 1)).address(), 7000);
      if (!ports.contains(port)) {
        ports.add(port);
      }
    }
    return ports;
  }

  private void open(SimHost host, NodeConfig config) {
    NodeConfig own = config.withListen(new Port(host.address(), 7000));
    Runnable opening =
        () -> {
          OverlayNode node =
              OverlayNode.open(own, host.loop(), host.transport(), host.loop().random(), null);
          long share = nodes.size() * SHARE;
          node.assume(VirtualRange.of(share, share + SHARE));
          indices.put(node.resourceName().value(), nodes.size());
          names.add(node.resourceName().value());
          nodes.add(node);
        };
    if (!host.loop().tryRun(opening)) {
      throw new IllegalStateException(host + " cannot run anything");
    }
  }

  int size() {
    return nodes.size();
  }

  long sentBytes() {
    return hosts.stream().mapToLong(SimHost::sentBytes).sum();
  }

  /** Says that no packet passes between two hosts any more. */
  void markBroken(SimHost a, SimHost b) {
    broken.add((long) a.index() * size() + b.index());
    broken.add((long) b.index() * size() + a.index());
  }

  /** Whether the next hops lead from everybody to everybody. */
  boolean hasAllWays() {
    long pairs = (long) size() * size();
    for (long seen = 0; seen < pairs; seen++) {
      if (!leads(from, to)) {
        return false;
      }
      from = (from + 1) % size();
      to = from == 0 ? (to + 1) % size() : to;
    }
    return true;
  }

  private boolean leads(int start, int destination) {
    long name = names.get(destination);
    int at = start;
    for (int hops = 0; at != destination; hops++) {
      long next = nodes.get(at).nextHop(name);
      Integer index = next == 0 ? null : indices.get(next);
      if (index == null || hops > size() || broken.contains((long) at * size() + index)) {
        return false;
      }
      at = index;
    }
    return true;
  }

  /** Whether everybody knows the owner of every virtual node. */
  boolean knowsAllOwners() {
    for (int i = 0; i < size(); i++) {
      Explanation e = nodes.get(i).explain();
      if (e.owners().size() < size() || e.owners().stream().anyMatch(o -> o.node() == null)) {
        return false;
      }
    }
    return true;
  }
}
