package io.phoenix.routing.dsdv;

import static io.phoenix.routing.dsdv.Destination.NONE;

/** Chooses among the routes that neighbours offer. Changes nothing. */
final class Selector {

  /** For what a newer sequence number is needed. */
  enum Need {
    /** Nothing: the best route that is offered is selected, or none is offered. */
    NOTHING,
    /** A clearly better route is offered than the selected one, but it is infeasible. */
    BETTER_ROUTE,
    /** There is no route, since all that are offered are infeasible. */
    ANY_ROUTE
  }

  private final Neighbours neighbours;
  private final Threshold hysteresis;
  private final Feasibility rule;

  Selector(Neighbours neighbours, Threshold hysteresis, Feasibility rule) {
    this.neighbours = neighbours;
    this.hysteresis = hysteresis;
    this.rule = rule;
  }

  /** The slot to select, after the offer in {@code changed} (or the cost to it) has changed. */
  int choose(Destination d, int changed) {
    if (d.departed) {
      return NONE;
    }
    int selected = d.selected();
    if (selected != NONE && selected != changed) {
      // The common case costs no look at the other offers.
      return isUsable(d, changed) && isPreferred(d, changed) ? changed : selected;
    }
    if (selected != NONE
        && isUsable(d, selected)
        && !Metric.isLess(d.metric(), distance(d, selected))) {
      return selected; // it has not become worse
    }
    int best = NONE;
    for (int slot = 0; slot < d.slots(); slot++) {
      if (isUsable(d, slot) && isNearer(d, slot, best)) {
        best = slot;
      }
    }
    boolean stays =
        selected != NONE
            && isUsable(d, selected)
            && !hysteresis.isClearGain(distance(d, selected), distance(d, best));
    return stays ? selected : best;
  }

  /** What is missing, after the offer in {@code changed} has changed and the choice was made. */
  Need need(Destination d, int changed) {
    if (d.departed || !d.isOffered()) {
      return Need.NOTHING;
    }
    if (!d.isReachable()) {
      return Need.ANY_ROUTE;
    }
    int candidate = changed == d.selected() ? nearest(d, NONE) : changed;
    // If it were feasible, it would have been chosen.
    return candidate != NONE && hysteresis.isClearGain(d.metric(), distance(d, candidate))
        ? Need.BETTER_ROUTE
        : Need.NOTHING;
  }

  /** What is missing, all in all. */
  Need need(Destination d) {
    return need(d, d.selected());
  }

  /** The nearest neighbour that offers a route, feasible or not, except one. */
  int nearest(Destination d, int except) {
    int nearest = NONE;
    for (int slot = 0; slot < d.slots(); slot++) {
      if (slot != except && d.isOfferedBy(slot) && isNearer(d, slot, nearest)) {
        nearest = slot;
      }
    }
    return nearest;
  }

  /** The metric of the route through this slot's neighbour. */
  int distance(Destination d, int slot) {
    int offered = slot == NONE ? Dsdv.INFINITE : d.offerMetric(slot);
    return Metric.isFinite(offered)
        ? Metric.plus(offered, neighbours.at(slot).cost())
        : Dsdv.INFINITE;
  }

  private boolean isUsable(Destination d, int slot) {
    return Metric.isFinite(distance(d, slot)) && d.isFeasible(slot, rule);
  }

  /**
   * Whether this route is worth a change of next hop: because it is clearly better, or because it
   * has the number that somebody behind this node waits for.
   */
  private boolean isPreferred(Destination d, int slot) {
    Petition petition = d.petition;
    return hysteresis.isClearGain(d.metric(), distance(d, slot))
        || (petition != null && petition.isAnsweredBy(d.offerSeqno(slot)));
  }

  private boolean isNearer(Destination d, int slot, int than) {
    return Metric.isLess(distance(d, slot), distance(d, than));
  }
}
