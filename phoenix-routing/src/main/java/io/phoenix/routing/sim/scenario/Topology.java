package io.phoenix.routing.sim.scenario;

import io.phoenix.routing.sim.PathSettings;
import io.phoenix.routing.sim.Reach;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Who can reach whom, how fast, and who is told to link to whom. Nodes live in local networks; some
 * of those let only their gateway, the node with the lowest index, be dialled from outside. The
 * links that are asked for always connect everybody, but some of them cannot be made.
 */
final class Topology {
  private static final long US = 1000;

  /** What a keep-alive may have to wait behind. */
  private static final long SEND_BUFFER_BYTES = 96 << 10;

  /** Node {@code from} is told to hold a link to {@code to}. */
  record Edge(int from, int to) {}

  private final int[] lan;
  private final Reach[] policy;
  private final PathSettings[][] paths;
  private final List<Edge> edges = new ArrayList<>();

  /**
   * Draws a topology.
   *
   * @param deadNs after how long without a sign of life nodes give a link up: a healthy path is so
   *     much faster that nobody ever has reason to
   */
  Topology(int nodes, boolean sparse, long deadNs, Chance chance) {
    int lans = chance.between(1, Math.min(3, nodes));
    lan = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      lan[i] = i < lans ? i : chance.between(0, lans - 1);
    }
    policy = new Reach[lans];
    for (int l = 0; l < lans; l++) {
      policy[l] = chance.pick(List.of(Reach.OPEN, Reach.OPEN, Reach.REFUSED, Reach.DROPPED));
    }
    paths = new PathSettings[nodes][nodes];
    for (int a = 0; a < nodes; a++) {
      for (int b = 0; b < nodes; b++) {
        paths[a][b] = lan[a] == lan[b] ? local(chance) : wide(deadNs, chance);
      }
    }
    link(nodes, sparse, chance);
  }

  private static PathSettings local(Chance chance) {
    long latencyNs = chance.magnitude(20, 500) * US;
    return new PathSettings(latencyNs, latencyNs / 10, chance.magnitude(10_000_000, 1_000_000_000));
  }

  private static PathSettings wide(long deadNs, Chance chance) {
    long latencyNs = chance.magnitude(1000 * US, Math.min(60_000 * US, deadNs / 10));
    long leastBytesPerSecond = (long) (4 * SEND_BUFFER_BYTES / (deadNs / 1e9));
    return new PathSettings(
        latencyNs, latencyNs / 2, chance.magnitude(leastBytesPerSecond, 10_000_000));
  }

  private void link(int nodes, boolean sparse, Chance chance) {
    for (int i = 1; i < nodes; i++) {
      addEdge(i, chance.pick(linkable(i)), chance);
    }
    int more = sparse ? chance.between(1, 2) : chance.between(0, nodes * (nodes - 1) / 2);
    for (int k = 0; k < more && nodes > 1; k++) {
      int a = chance.between(0, nodes - 1);
      int b = (a + chance.between(1, nodes - 1)) % nodes;
      addEdge(a, b, chance); // may be impossible to make: tolerated for ever
    }
  }

  /** Nodes before {@code i} that can dial it or that it can dial: its gateway at least. */
  private List<Integer> linkable(int i) {
    var found = new ArrayList<Integer>();
    for (int j = 0; j < i; j++) {
      if (reach(i, j) == Reach.OPEN || reach(j, i) == Reach.OPEN) {
        found.add(j);
      }
    }
    return found;
  }

  private void addEdge(int a, int b, Chance chance) {
    boolean forth = reach(a, b) == Reach.OPEN;
    Edge edge = forth ? new Edge(a, b) : new Edge(b, a);
    if (!edges.contains(edge)) {
      edges.add(edge);
    }
    Edge reverse = new Edge(edge.to(), edge.from());
    if (chance.oneIn(3) && !edges.contains(reverse)) {
      edges.add(reverse); // both dial: one link shall come of it, or one attempt fail for ever
    }
  }

  /** What becomes of an attempt of one node to dial another. */
  Reach reach(int from, int to) {
    return lan[from] == lan[to] || isGateway(to) ? Reach.OPEN : policy[lan[to]];
  }

  private boolean isGateway(int node) {
    for (int i = 0; i < node; i++) {
      if (lan[i] == lan[node]) {
        return false;
      }
    }
    return true;
  }

  /** Whether the links that can be made between these nodes connect all of them. */
  boolean connects(Set<Integer> nodes) {
    var reached = new HashSet<Integer>();
    nodes.stream().findFirst().ifPresent(reached::add);
    for (int round = 0; round < nodes.size(); round++) {
      for (Edge e : edges) {
        boolean possible =
            nodes.contains(e.from())
                && nodes.contains(e.to())
                && reach(e.from(), e.to()) == Reach.OPEN;
        if (possible && (reached.contains(e.from()) || reached.contains(e.to()))) {
          reached.add(e.from());
          reached.add(e.to());
        }
      }
    }
    return reached.size() == nodes.size();
  }

  PathSettings path(int from, int to) {
    return paths[from][to];
  }

  List<Edge> edges() {
    return Collections.unmodifiableList(edges);
  }

  /** The nodes that one node is told to hold links to. */
  List<Integer> dialledBy(int node) {
    return edges.stream().filter(e -> e.from() == node).map(Edge::to).toList();
  }

  /** The nodes that are told to hold links to one node. */
  List<Integer> diallersOf(int node) {
    return edges.stream().filter(e -> e.to() == node).map(Edge::from).toList();
  }
}
