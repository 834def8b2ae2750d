package io.phoenix.routing.world;

/**
 * How a wire is made, the best way first: of two wires between the same nodes, that one is kept.
 */
public enum Rung {
  /** A connection straight to the other node, whichever of the two has made it. */
  DIRECT("direct"),
  /** Through a tunnel that others carry. */
  TUNNEL("tunnel");

  private final String text;

  Rung(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
