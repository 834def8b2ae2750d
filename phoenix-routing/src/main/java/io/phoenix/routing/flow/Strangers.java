package io.phoenix.routing.flow;

import io.phoenix.routing.collect.LongMap;

/**
 * How many flows were made because something came from a node to which nothing was ever sent: in
 * all, and by way of each neighbour. Names cost nothing to invent, so their number is bounded.
 */
final class Strangers {
  static final int MAX = 32 << 10;
  static final int MAX_PER_NEIGHBOUR = MAX / 2;

  private final LongMap<Integer> byNeighbour = new LongMap<>();
  private int count;
  private long refused;

  /** Whether there is room for one more that came by way of a neighbour; if so, it is counted. */
  boolean tryAdd(long neighbour) {
    int there = byNeighbour.computeIfAbsent(neighbour, n -> 0);
    if (count >= MAX || there >= MAX_PER_NEIGHBOUR) {
      refused++;
      return false;
    }
    count++;
    byNeighbour.put(neighbour, there + 1);
    return true;
  }

  /** One that came by way of a neighbour is forgotten. */
  void remove(long neighbour) {
    count--;
    Integer there = byNeighbour.get(neighbour);
    if (there != null && there > 1) {
      byNeighbour.put(neighbour, there - 1);
    } else {
      byNeighbour.remove(neighbour);
    }
  }

  /** How many there are. */
  int count() {
    return count;
  }

  /** How many frames found no room. */
  long refused() {
    return refused;
  }
}
