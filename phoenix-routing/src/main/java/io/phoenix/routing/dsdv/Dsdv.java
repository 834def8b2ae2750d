package io.phoenix.routing.dsdv;

import io.phoenix.routing.world.Timers;
import java.util.List;

/** One node's routes to all others. */
public final class Dsdv {
  /** The metric of what cannot be reached: the largest unsigned {@code int}. */
  public static final int INFINITE = -1;

  private final long self;

  /** Routes of the node named {@code self}. */
  public Dsdv(long self, DsdvSettings settings, Timers timers, DsdvEffects effects) {
    this.self = self;
    if (settings == null || timers == null || effects == null) {
      throw new IllegalArgumentException("self=" + this.self);
    }
  }

  /** A link to {@code neighbour} is up: it is sent the whole table. */
  public void onNeighbourUp(long neighbour, long rttNs, long nowNs) {}

  /** The smoothed round-trip time of a link that is up was measured anew. */
  public void onNeighbourCost(long neighbour, long rttNs, long nowNs) {}

  /** The link to {@code neighbour} is gone. */
  public void onNeighbourDown(long neighbour, long nowNs) {}

  /** A neighbour says how far other nodes are from it. */
  public void onRoutes(long neighbour, List<RouteEntry> routes, long nowNs) {}

  /** A neighbour asks for a route to {@code node} under a number of at least {@code seqno}. */
  public void onSeqnoRequest(long neighbour, long node, long seqno, int hops, long nowNs) {}

  /**
   * {@code node} left in order: it is forgotten at once, and news of it not believed for a while.
   */
  public void onDeparted(long node, long nowNs) {}

  /** The neighbour that frames for {@code node} go to; 0 if there is no route. */
  public long nextHop(long node) {
    return 0;
  }

  /** The expected round-trip time along the route, relays included; -1 if there is none. */
  public long distanceNs(long node) {
    return -1;
  }

  /** The nodes that are known and not forgotten, reachable or not; without this one. */
  public List<Long> knownNodes() {
    return List.of();
  }
}
