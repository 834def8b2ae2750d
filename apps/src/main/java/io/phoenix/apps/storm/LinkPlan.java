package io.phoenix.apps.storm;

import io.phoenix.apps.storm.Topology.Edge;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Who is told to link to whom, while nodes come and go. The invariant: those that stay are
 * connected by links among themselves, so that nobody's departure parts them; and one that is
 * leaving has a link to one that stays, for as long as it takes.
 */
final class LinkPlan {
  private final Topology topology;
  private final SplittableRandom random;

  /** Those that stay, each with its neighbours. */
  private final Map<Integer, Set<Integer>> neighbours = new TreeMap<>();

  /** Those that are leaving, each with neighbours that stay. */
  private final Map<Integer, Set<Integer>> anchors = new TreeMap<>();

  /** Those among them that are just coming: they cannot be told of others yet. */
  private final Set<Integer> coming = new LinkedHashSet<>();

  /** The links of the nodes that begin. */
  LinkPlan(Topology topology, int nodes, SplittableRandom random) {
    this.topology = topology;
    this.random = random;
    for (int i = 0; i < nodes; i++) {
      neighbours.put(i, new LinkedHashSet<>());
    }
  }

  /** Two nodes link to each other. */
  void add(Edge edge) {
    neighboursOf(edge.from()).add(edge.to());
    neighboursOf(edge.to()).add(edge.from());
  }

  private Set<Integer> neighboursOf(int node) {
    return neighbours.computeIfAbsent(node, i -> new LinkedHashSet<>());
  }

  /** Whom a newcomer links to: some of those that are there and stay. */
  List<Integer> join(int newcomer) {
    var candidates = new ArrayList<>(neighbours.keySet());
    candidates.removeAll(coming);
    int wanted = topology.degree(candidates.size());
    var chosen = new ArrayList<Integer>();
    while (chosen.size() < wanted && !candidates.isEmpty()) {
      chosen.add(candidates.remove(random.nextInt(candidates.size())));
    }
    chosen.forEach(neighbour -> add(new Edge(newcomer, neighbour)));
    coming.add(newcomer);
    return chosen;
  }

  /** A newcomer is there. */
  void settle(int newcomer) {
    coming.remove(newcomer);
  }

  /** Whether a node can leave now: not if a newcomer counts on it. */
  boolean mayLeave(int node) {
    return !coming.contains(node) && neighboursOf(node).stream().noneMatch(coming::contains);
  }

  /**
   * A node is going to leave: its neighbours link to each other, in a chain, so that they are
   * connected without it. Returns the links that are new; the first of each can be told of it.
   */
  List<Edge> leave(int leaver) {
    List<Integer> chain = List.copyOf(neighboursOf(leaver));
    neighbours.remove(leaver);
    neighbours.values().forEach(others -> others.remove(leaver));
    var added = new ArrayList<Edge>();
    for (int i = 1; i < chain.size(); i++) {
      var edge = new Edge(chain.get(i - 1), chain.get(i));
      if (!neighboursOf(edge.from()).contains(edge.to())) {
        add(edge);
        added.add(edge);
      }
    }
    anchors.forEach(
        (other, anchored) -> {
          if (anchored.remove(leaver) && anchored.isEmpty()) {
            anchored.add(chain.get(0));
            added.add(new Edge(chain.get(0), other));
          }
        });
    anchors.put(leaver, new LinkedHashSet<>(chain));
    return added;
  }

  /** A node has left. */
  void forget(int leaver) {
    anchors.remove(leaver);
  }

  /** Whether each node that is leaving has a link to one that stays. */
  boolean isAnchored() {
    return anchors.values().stream()
        .allMatch(anchored -> anchored.stream().anyMatch(neighbours::containsKey));
  }

  /** Whether there is a way between any two of those that stay. */
  boolean isConnected() {
    var reached = new LinkedHashSet<Integer>();
    var next = new ArrayList<Integer>();
    neighbours.keySet().stream().limit(1).forEach(next::add);
    while (!next.isEmpty()) {
      int node = next.remove(next.size() - 1);
      if (reached.add(node)) {
        next.addAll(neighboursOf(node));
      }
    }
    return reached.size() == neighbours.size();
  }
}
