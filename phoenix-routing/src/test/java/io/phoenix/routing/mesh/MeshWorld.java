package io.phoenix.routing.mesh;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.routing.runtime.OverlayNode;
import io.phoenix.routing.sim.Reach;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.sim.SimWorld;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Nodes in a simulated world, some pairs of which cannot dial each other. */
final class MeshWorld {
  static final long SECOND = 1_000_000_000;
  private static final int TAG = 1;
  static final NodeConfig CONFIG = NodeConfig.of("mesh", 100);

  final SimWorld world;
  final List<Member> members = new ArrayList<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private final Set<String> walls = new HashSet<>();
  private int hosts;

  /** A node and where it runs. */
  record Member(OverlayNode node, SimHost host) {
    Port port() {
      return new Port(host.address(), 7000);
    }
  }

  MeshWorld(long seed) {
    world = new SimWorld(seed);
  }

  Member open(NodeConfig config, Port... ports) {
    return open(config, "10.0.0." + ++hosts, ports);
  }

  Member open(NodeConfig config, String address, Port... ports) {
    SimHost host = world.network().addHost(address);
    NodeConfig own = config.withListen(new Port(address, 7000)).withPorts(List.of(ports));
    var node = OverlayNode.open(own, host.loop(), host.transport(), host.loop().random(), null);
    var member = new Member(node, host);
    node.handle(TAG, m -> missing.remove(m.sender() + " to " + node.resourceName()));
    members.add(member);
    return member;
  }

  /** Says what becomes of attempts of {@code a} to dial {@code b}. */
  void reach(Member a, Member b, Reach reach) {
    world.network().reach(a.host(), b.host(), reach);
    String pair = a.host() + " " + b.host();
    if (reach == Reach.OPEN) {
      walls.remove(pair);
    } else {
      walls.add(pair);
    }
  }

  /** Nobody of the two can dial the other. */
  void wall(Member a, Member b, Reach reach) {
    reach(a, b, reach);
    reach(b, a, reach);
  }

  void run(long seconds) {
    world.runFor(seconds * SECOND);
  }

  /** Lets a node leave in order, and waits until it has. */
  boolean leave(Member member) {
    members.remove(member);
    boolean[] left = new boolean[1];
    var unused = member.node().beginLeave(false).thenAccept(l -> left[0] = true);
    return world.runUntil(() -> left[0], world.nowNs() + 30 * SECOND);
  }

  /** Lets each of these send to each other one; returns what has not arrived after a while. */
  @Nullable String exchange(List<Member> some) {
    missing.clear();
    for (Member from : some) {
      for (Member to : some) {
        if (!from.equals(to)) {
          missing.add(from.node().resourceName() + " to " + to.node().resourceName());
          from.node().send(to.node().resourceName(), TAG, new byte[1]);
        }
      }
    }
    boolean done = world.runUntil(missing::isEmpty, world.nowNs() + 120 * SECOND);
    return done ? null : "seed " + world.seed() + ": nothing arrived from " + missing;
  }

  /** The groups of nodes that could be linked, directly or through each other. */
  List<List<Member>> groups() {
    List<List<Member>> groups = new ArrayList<>();
    Set<Member> seen = new HashSet<>();
    for (Member start : members) {
      List<Member> group = new ArrayList<>();
      if (seen.add(start)) {
        group.add(start);
      }
      for (int i = 0; i < group.size(); i++) {
        for (Member other : members) {
          if (canLink(group.get(i), other) && seen.add(other)) {
            group.add(other);
          }
        }
      }
      groups.add(group);
    }
    return groups;
  }

  private boolean canLink(Member a, Member b) {
    return reaches(a, b) || reaches(b, a);
  }

  private boolean reaches(Member a, Member b) {
    return !walls.contains(a.host() + " " + b.host());
  }

  /** How many connections end at a node's host. */
  long linksOf(Member member) {
    return world.network().connections().stream()
        .filter(c -> c.from() == member.host() || c.to() == member.host())
        .count();
  }
}
