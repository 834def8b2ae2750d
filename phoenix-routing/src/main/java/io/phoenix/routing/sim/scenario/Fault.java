package io.phoenix.routing.sim.scenario;

/** What a scenario does to its nodes and their network. */
enum Fault {
  /** A connection breaks with bytes in flight; both ends hear of it, at different times. */
  CUT,
  /** A connection breaks and neither end hears of it. */
  SILENT_DEATH,
  /** All connections of a node break. */
  CUT_NODE,
  /** The connections between two nodes break again and again. */
  FLAP,
  /** No packet passes between two nodes for a while. */
  BLOCK_PAIR,
  /** No packet passes between two sets of nodes for a while. */
  PARTITION,
  /** As {@link #PARTITION}, and connections across are reset. */
  PARTITION_RESET,
  /** The way between two nodes becomes slow and narrow for a while. */
  SLOW,
  /** A node stands still for a while. */
  PAUSE,
  /** A node leaves with a log, and returns under a new name and address. */
  LEAVE,
  /** As {@link #LEAVE}, while nobody can be reached. */
  LEAVE_CUT_OFF,
  /** A node gives all away that it assumes and leaves for good; a newcomer takes its place. */
  LEAVE_FOR_GOOD,
  /** As {@link #LEAVE_FOR_GOOD}, while nobody can be reached. */
  LEAVE_FOR_GOOD_CUT_OFF,
  /** A node leaves, with a log or for good, while one other can reach nobody. */
  LEAVE_UNHEARD,
  /** A firewall comes up between two nodes for a while: only tunnels pass. */
  WALL,
  /** The SSH server that carries the tunnels is down for a while, and they with it. */
  GATEWAY,
  /** A node is gone for ever, without a word; what it assumed is assumed by others much later. */
  CRASH,
  /** As {@link #CRASH}, and others assume soon what it assumed. */
  TAKEOVER;

  /** A fault, and how often it comes in proportion to others. */
  record Weight(Fault fault, int times) {}

  Weight times(int times) {
    return new Weight(this, times);
  }
}
