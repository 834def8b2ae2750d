package io.phoenix.routing.dsdv;

/** A node at the other end of a link that is up, and what the link costs. */
final class Neighbour {
  final long name;

  /** Where its offers are kept in each {@link Destination}: a small number, used again later. */
  final int slot;

  private int cost;

  /** The smallest cost that was measured since the window began; infinite if none was. */
  private int lowest = Dsdv.INFINITE;

  private long windowSinceNs;

  Neighbour(long name, int slot, int cost) {
    this.name = name;
    this.slot = slot;
    this.cost = cost;
  }

  /** The cost of the link, as far as taken over. */
  int cost() {
    return cost;
  }

  /**
   * Takes a measurement, and returns whether the cost has become another one.
   *
   * <p>A clearly smaller cost is believed at once: nothing makes a round trip too short. A larger
   * one is believed only if a whole window of measurements showed it, and then the smallest of
   * them: a pause of the other end or a burst of data makes a round trip long, and shall not move
   * routes.
   */
  boolean measure(int measured, DsdvSettings settings, long nowNs) {
    if (settings.linkChange().isClearGain(cost, measured)) {
      return change(measured);
    }
    if (!Metric.isFinite(lowest)) {
      windowSinceNs = nowNs;
    }
    lowest = Metric.min(lowest, measured);
    if (nowNs - windowSinceNs < settings.costWindowNs()) {
      return false;
    }
    int shown = lowest;
    lowest = Dsdv.INFINITE;
    return settings.linkChange().isClearChange(cost, shown) && change(shown);
  }

  private boolean change(int changed) {
    cost = changed;
    lowest = Dsdv.INFINITE;
    return true;
  }
}
