package io.phoenix.routing.dsdv;

/**
 * What a node tells its neighbours about one destination.
 *
 * @param node the destination
 * @param seqno the number, made by the destination, of the advertisement that this stems from
 * @param metric the teller's distance to it, unsigned; {@link Dsdv#INFINITE} retracts the route
 */
public record RouteEntry(long node, long seqno, int metric) {

  @Override
  public String toString() {
    return node
        + " #"
        + seqno
        + (metric == Dsdv.INFINITE ? " lost" : " at " + Integer.toUnsignedString(metric));
  }
}
