package io.phoenix.routing.dsdv;

import java.util.concurrent.TimeUnit;

/**
 * The constants of routing. {@link #defaults()} suits LANs and the wide area alike; only {@link
 * #forgetNs} and {@link #relays} are a matter of the application's taste.
 *
 * @param forgetNs after how long an unreachable node is no longer waited for
 * @param departedNs for how long news of a node that left in order is not believed
 * @param holdNs how long the feasibility distance of an unreachable node is kept at least: longer
 *     than a retraction can be on its way, or dropping it would not be safe (see {@link
 *     Feasibility})
 * @param updateIntervalNs the least time between two updates that are not urgent
 * @param seqnoIntervalNs the least time between two new sequence numbers of this node
 * @param retryNs when a request for a sequence number that was not answered is repeated first
 * @param retryMaxNs the most that this delay grows to by doubling
 * @param suppressNs for how long a request that was passed on is not passed on again
 * @param improveNs how long a clearly better route may be infeasible before a number is asked for
 * @param requestHops how many nodes may pass a request on
 * @param costWindowNs for how long a link must have been slower before that is believed
 * @param hopCost what each hop costs besides its round-trip time, so that fewer hops win on a LAN
 * @param linkChange which change of a link's cost is taken over
 * @param routeChange which change of a route's metric is told to neighbours
 * @param hysteresis which gain is worth a change of next hop
 * @param maxNodes how many destinations are remembered; news of others is ignored above
 * @param maxDeparted how many nodes that left are remembered; above, the first one's time is over
 * @param relays whether others are told of ways through this node
 */
public record DsdvSettings(
    long forgetNs,
    long departedNs,
    long holdNs,
    long updateIntervalNs,
    long seqnoIntervalNs,
    long retryNs,
    long retryMaxNs,
    long suppressNs,
    long improveNs,
    int requestHops,
    long costWindowNs,
    int hopCost,
    Threshold linkChange,
    Threshold routeChange,
    Threshold hysteresis,
    int maxNodes,
    int maxDeparted,
    boolean relays) {

  /** Checks every setting, alone and against the others. */
  public DsdvSettings {
    require(hopCost > 0, "hopCost=" + hopCost + " must be positive: a hop that is free may loop");
    require(forgetNs > 0, "forgetNs=" + forgetNs + " must be positive");
    require(departedNs > 0, "departedNs=" + departedNs + " must be positive");
    require(holdNs > 0, "holdNs=" + holdNs + " must be positive: or a route may loop");
    require(maxNodes > 0, "maxNodes=" + maxNodes + " must be positive");
    require(maxDeparted > 0, "maxDeparted=" + maxDeparted + " must be positive");
    require(requestHops > 0, "requestHops=" + requestHops + " must be positive");
    require(
        suppressNs < retryNs,
        "suppressNs=" + suppressNs + " must be below retryNs=" + retryNs + ": or no retry passes");
    require(
        retryNs <= retryMaxNs,
        "retryNs=" + retryNs + " must not be above retryMaxNs=" + retryMaxNs);
  }

  /** What a node uses unless told otherwise. */
  public static DsdvSettings defaults() {
    return of(TimeUnit.MINUTES.toNanos(1), true);
  }

  /** The defaults, but for what is a matter of the application's taste. */
  public static DsdvSettings of(long forgetNs, boolean relays) {
    return new DsdvSettings(
        forgetNs,
        TimeUnit.MINUTES.toNanos(10),
        TimeUnit.MINUTES.toNanos(10),
        TimeUnit.MILLISECONDS.toNanos(10),
        TimeUnit.MILLISECONDS.toNanos(10),
        TimeUnit.MILLISECONDS.toNanos(200),
        TimeUnit.SECONDS.toNanos(10),
        TimeUnit.MILLISECONDS.toNanos(100),
        TimeUnit.MILLISECONDS.toNanos(500),
        64,
        TimeUnit.SECONDS.toNanos(5),
        256,
        new Threshold(25, 500),
        new Threshold(10, 100),
        new Threshold(20, 100),
        100_000,
        10_000,
        relays);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
