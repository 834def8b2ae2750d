package io.phoenix.routing.world;

/**
 * How a wire is made, the best way first: of two wires between the same nodes, that one is kept.
 */
public enum Rung {
  /** A connection straight to the other node, whichever of the two has made it. */
  DIRECT(0, "direct"),
  /** Through a tunnel that others carry. */
  TUNNEL(1, "tunnel");

  private final int rank;
  private final String text;

  Rung(int rank, String text) {
    this.rank = rank;
    this.text = text;
  }

  /** Its place on the ladder, as nodes tell it each other: less is better. */
  public int rank() {
    return rank;
  }

  /** The rung of this rank; of a greater one than is known here, the least of all. */
  public static Rung ofRank(int rank) {
    return rank == DIRECT.rank ? DIRECT : TUNNEL;
  }

  @Override
  public String toString() {
    return text;
  }
}
