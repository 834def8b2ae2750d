package io.phoenix.routing.mesh;

/**
 * How many links the mesh keeps, and every bound that it keeps itself within.
 *
 * @param links on how many rings of its LAN a node stands
 * @param bridges on how many rings of LANs a LAN stands; 0: nothing is dialled outside the LAN
 * @param isMember whether this node takes part at all
 */
public record MeshSettings(int links, int bridges, boolean isMember) {
  private static final long MS = 1_000_000;

  /** What changes at about the same time is looked at together; twice that at most. */
  static final long SETTLE_NS = 200 * MS;

  /** How long a node that was lost may take to come back by itself. */
  static final long LOST_NS = 300 * MS;

  /** How long this node leaves it to the one before it on a ring to dial. */
  static final long POLITE_NS = 3_000 * MS;

  /** The first pause after a failure. */
  static final long MIN_PAUSE_NS = 1_000 * MS;

  /** The longest pause between attempts to reach a node to which there is no way at all. */
  static final long MAX_LOST_PAUSE_NS = 60_000 * MS;

  /** After so many failures, more than an hour, a lost node is tried less often. */
  static final int MANY_FAILURES = 60;

  /** The pause from then on. */
  static final long LONG_LOST_PAUSE_NS = 600_000 * MS;

  /** The longest pause between attempts to be linked to a node that can be reached anyway. */
  static final long MAX_PAUSE_NS = 3_600_000 * MS;

  /** How long a link must have been of no use before it may be closed. */
  static final long UNUSED_NS = 60_000 * MS;

  /** If a node is lost so soon after its link was closed, that link was needed. */
  static final long REGRET_NS = 10_000 * MS;

  /** How many lost nodes are still dialled that the node itself has forgotten. */
  static final int MAX_FORGOTTEN = 256;

  /** How many nodes are dialled at the same time. */
  static final int MAX_DIALLING = 4;

  /** How many ways may be tried at once, and one more for each {@link #REFILL_NS}. */
  static final int MAX_BURST = 16;

  static final long REFILL_NS = 1_000 * MS;

  /** How many links that are of no use any more are kept. */
  int slack() {
    return links + bridges;
  }

  /** How many links that others dialled for the mesh's sake are welcome. */
  int maxInbound() {
    return 4 * (links + bridges);
  }
}
