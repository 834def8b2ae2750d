package io.phoenix.routing.sim.scenario;

import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import java.util.Arrays;

/**
 * Who assumes what, as the application means it: the truth that nodes' tables are compared with. A
 * virtual node belongs to one actor, or to nobody while it is on its way to the next.
 */
final class OwnershipBook {
  private final VirtualRangeSet[] owned;

  OwnershipBook(int actors) {
    owned = new VirtualRangeSet[actors];
    Arrays.fill(owned, VirtualRangeSet.empty());
  }

  VirtualRangeSet ownedBy(int actor) {
    return owned[actor];
  }

  void give(VirtualRange range, int actor) {
    for (int i = 0; i < owned.length; i++) {
      if (owned[i].overlaps(range)) {
        throw new IllegalStateException(
            "the scenario gives " + range + " to node " + actor + ", but node " + i + " has it");
      }
    }
    owned[actor] = owned[actor].union(range);
  }

  void take(VirtualRange range, int actor) {
    if (!owned[actor].contains(range)) {
      throw new IllegalStateException(
          "the scenario takes " + range + " from node " + actor + ", which does not have it");
    }
    owned[actor] = owned[actor].minus(range);
  }

  /** The actor that a virtual node belongs to, or -1. */
  int owner(long v) {
    for (int i = 0; i < owned.length; i++) {
      if (owned[i].contains(v)) {
        return i;
      }
    }
    return -1;
  }

  /** What belongs to nobody. */
  VirtualRangeSet unowned(long spaceSize) {
    VirtualRangeSet rest = VirtualRangeSet.of(VirtualRange.all(spaceSize));
    for (VirtualRangeSet set : owned) {
      rest = rest.minus(set);
    }
    return rest;
  }
}
