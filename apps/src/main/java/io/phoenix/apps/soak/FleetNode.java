package io.phoenix.apps.soak;

import io.phoenix.apps.process.ChildJvm;

/** A node of the fleet, while its process lives. Guarded by its fleet, but for what is final. */
final class FleetNode {
  final int lineage;
  final int place;
  final ChildJvm child;
  final boolean isVeteran;

  /** It has been in the state that it is in, as to what it assumes, since then. */
  long settledNs;

  /** Whether something is being done with it. */
  boolean isBusy = true;

  FleetNode(int lineage, int place, ChildJvm child, boolean isVeteran) {
    this.lineage = lineage;
    this.place = place;
    this.child = child;
    this.isVeteran = isVeteran;
  }

  @Override
  public String toString() {
    return "node " + lineage;
  }
}
