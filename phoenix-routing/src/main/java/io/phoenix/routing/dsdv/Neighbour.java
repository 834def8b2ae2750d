package io.phoenix.routing.dsdv;

/** A node at the other end of a link that is up. */
final class Neighbour {
  final long name;

  /** Where its offers are kept in each {@link Destination}: a small number, used again later. */
  final int slot;

  /** The cost of the link, as far as taken over. */
  int cost;

  /** Before this, no new cost is taken over. */
  long nextCostNs;

  Neighbour(long name, int slot, int cost, long nextCostNs) {
    this.name = name;
    this.slot = slot;
    this.cost = cost;
    this.nextCostNs = nextCostNs;
  }
}
