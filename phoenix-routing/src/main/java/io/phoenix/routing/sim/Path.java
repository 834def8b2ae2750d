package io.phoenix.routing.sim;

/** The way from one host to another, as it is now. */
final class Path {
  PathSettings settings;

  /** What becomes of attempts to dial this way. Connections, once made, work both ways. */
  Reach reach = Reach.OPEN;

  /** How many faults keep packets from passing at the moment; with none, they pass. */
  private int blocks;

  Path(PathSettings settings) {
    this.settings = settings;
  }

  boolean isBlocked() {
    return blocks > 0;
  }

  void block() {
    blocks++;
  }

  /** Takes away one fault. */
  void unblock() {
    blocks--;
  }
}
