package io.phoenix.routing.mesh;

import com.google.common.collect.Iterables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rings that nodes stand on: some for the nodes of this node's LAN, some for the LANs. Where a
 * ring of LANs goes from one to the next, one node of each holds the link: the first in the LAN's
 * own order on the first ring, the second on the second, and so on, so that no node holds them all.
 */
final class Rings {
  private final Candidate self;
  private final List<Ring<Candidate>> inside = new ArrayList<>();
  private final List<Ring<Lan>> around = new ArrayList<>();
  private final Map<String, Lan> lans = new HashMap<>();

  /** The nodes of one LAN. */
  private record Lan(long key, Ring<Candidate> nodes) {}

  Rings(Candidate self, MeshSettings settings) {
    this.self = self;
    for (int i = 0; i < settings.links(); i++) {
      inside.add(new Ring<>(i));
    }
    for (int i = 0; i < settings.bridges(); i++) {
      around.add(new Ring<>(i));
    }
    add(self);
  }

  void add(Candidate c) {
    Lan lan = lans.computeIfAbsent(c.lan, name -> new Lan(key(name), new Ring<>(0)));
    lan.nodes.put(c.node, c);
    around.forEach(ring -> ring.put(lan.key, lan));
    if (c.lan.equals(self.lan)) {
      inside.forEach(ring -> ring.put(c.node, c));
    }
  }

  void remove(Candidate c) {
    inside.forEach(ring -> ring.remove(c.node));
    Lan lan = lans.get(c.lan);
    if (lan != null) {
      lan.nodes.remove(c.node);
      if (lan.nodes.isEmpty()) {
        lans.remove(c.lan);
        around.forEach(ring -> ring.remove(lan.key));
      }
    }
  }

  /** The others of this LAN, from this node on. */
  Iterable<Candidate> inside(int ring, boolean isForward) {
    return inside.get(ring).from(self.node, isForward);
  }

  /** Whether this node holds its LAN's links on a ring of LANs. */
  boolean isBorder(int ring) {
    Lan own = lans.get(self.lan);
    return own != null && own.nodes.fromIndex(ring).iterator().next() == self;
  }

  /** The nodes of other LANs, from this LAN on, those first that hold their LAN's links. */
  Iterable<Candidate> around(int ring, boolean isForward) {
    Iterable<Lan> others = around.get(ring).from(key(self.lan), isForward);
    return Iterables.concat(Iterables.transform(others, lan -> lan.nodes.fromIndex(ring)));
  }

  /** A number for a text (FNV-1a), the same at every node. */
  private static long key(String text) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
    }
    return hash;
  }
}
