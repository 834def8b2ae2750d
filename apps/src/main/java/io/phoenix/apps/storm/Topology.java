package io.phoenix.apps.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Which nodes are told to link to which. */
enum Topology {
  /** Each to the next one: most messages are relayed, and two cuts split it. */
  RING {
    @Override
    boolean hasChord(int a, int b, SplittableRandom random) {
      return false;
    }

    @Override
    int degree(int others) {
      return Math.min(2, others);
    }
  },
  /** A ring and half of all other links, chosen at random. */
  RANDOM {
    @Override
    boolean hasChord(int a, int b, SplittableRandom random) {
      return random.nextBoolean();
    }

    @Override
    int degree(int others) {
      return Math.min(Math.max(2, (others + 1) / 2), others);
    }
  },
  /** Everyone to everyone: messages are relayed only while links are down. */
  MESH {
    @Override
    boolean hasChord(int a, int b, SplittableRandom random) {
      return true;
    }

    @Override
    int degree(int others) {
      return others;
    }
  };

  /** Whether there is a link besides those of the ring. */
  abstract boolean hasChord(int a, int b, SplittableRandom random);

  /** How many of {@code others} a node links to that comes later. */
  abstract int degree(int others);

  /** As it is written on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A link. */
  record Edge(int from, int to) {}

  /** All links between {@code nodes} nodes, each once. */
  List<Edge> edges(int nodes, long seed) {
    var random = new SplittableRandom(seed);
    var edges = new ArrayList<Edge>();
    for (int a = 0; a < nodes; a++) {
      for (int b = a + 1; b < nodes; b++) {
        boolean onRing = b == a + 1 || (a == 0 && b == nodes - 1);
        if (onRing || hasChord(a, b, random)) {
          edges.add(new Edge(a, b));
        }
      }
    }
    return edges;
  }
}
