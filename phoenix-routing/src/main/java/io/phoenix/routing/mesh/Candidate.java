package io.phoenix.routing.mesh;

import io.phoenix.api.Port;
import io.phoenix.routing.world.Whereabouts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node that has told where it can be dialled, and what became of attempts to do so. */
final class Candidate {
  final long node;
  final Whereabouts where;

  /** The ways from here to its ports; may be none. */
  final List<Port> ways;

  /** Its LAN: what its people call it, or as far as its address tells. */
  final String lan;

  /** Whether there was a way to it at some time: so it is not an invention. */
  boolean isProven;

  boolean isDialling;

  /** Whether there is a link to it that was dialled here for the mesh's sake. */
  boolean isOurs;

  /** Whether the link to it was closed once, and there was no other way then. */
  boolean isNeeded;

  long attempts;
  int failures; // since it was last linked, or lost
  long dueNs; // not to be dialled before that
  long sinceNs; // since when it has been known and not linked
  long droppedNs = Long.MIN_VALUE;
  long unusedNs = Long.MAX_VALUE; // since when a link of ours is of no use
  String why = "";
  @Nullable String lastFailure;

  Candidate(long node, Whereabouts where, List<Port> ways, long nowNs) {
    this.node = node;
    this.where = where;
    this.ways = ways;
    this.sinceNs = nowNs;
    this.dueNs = nowNs; // time has no beginning: it may well be below zero
    lan = where.lan().isEmpty() ? Subnet.of(where.ports().get(0)) : "LAN " + where.lan();
  }

  /** Waits longer after each failure. */
  void postpone(boolean isLost, double chance, long nowNs) {
    long pauseNs = MeshSettings.MIN_PAUSE_NS << Math.min(20, isLost ? failures : 2 * failures);
    long maxNs = isLost ? maxLostNs() : MeshSettings.MAX_PAUSE_NS;
    failures++;
    dueNs = nowNs + (long) (Math.min(maxNs, pauseNs) * (0.5 + chance / 2));
  }

  private long maxLostNs() {
    return failures < MeshSettings.MANY_FAILURES
        ? MeshSettings.MAX_LOST_PAUSE_NS
        : MeshSettings.LONG_LOST_PAUSE_NS;
  }
}
