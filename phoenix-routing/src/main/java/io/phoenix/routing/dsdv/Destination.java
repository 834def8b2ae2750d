package io.phoenix.routing.dsdv;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known about the routes to one node: what neighbours offer, what is selected,
 * what was advertised, and the feasibility distance.
 *
 * <p>Offers lie in one array, two words to a neighbour's slot: a network of a thousand nodes has
 * millions of them, and the simulator holds it in one process.
 */
final class Destination {
  /** No slot. */
  static final int NONE = -1;

  /** Older than every number. */
  static final long NO_SEQNO = Long.MIN_VALUE;

  private static final long[] NO_OFFERS = {};

  final long node;

  /**
   * Per slot: the offer's sequence number, then its metric (upper half) and its reference metric
   * (lower half), both plus one, so that zeros are no offer: {@link Dsdv#INFINITE} plus one is 0.
   */
  private long[] offers = NO_OFFERS;

  private int offerCount;

  /** The feasibility distance: the smallest ever advertised from here. */
  private long feasibleSeqno = NO_SEQNO;

  private int feasibleMetric = Dsdv.INFINITE;

  private int selected = NONE;
  private long nextHop;
  private long seqno = NO_SEQNO;
  private int metric = Dsdv.INFINITE;

  /** What all neighbours have been told last. */
  private long advertisedSeqno = NO_SEQNO;

  private int advertisedMetric = Dsdv.INFINITE;

  /** The request for a newer number that is under way from here, if any. */
  @Nullable Petition petition;

  /** It waits for the next update. */
  boolean pending;

  /** Somebody asked for the number of the selected route, and has not been told it. */
  private boolean seqnoIsNews;

  /** Since when there has been no route; meaningless while there is one. */
  long lostSinceNs;

  /** It left in order, so no offer is believed. */
  boolean departed;

  /** It is no longer waited for; only the feasibility distance is kept. */
  boolean forgotten;

  Destination(long node) {
    this.node = node;
  }

  // --- offers ---

  /** A neighbour offers a route. */
  void offer(int slot, long seqno, int metric) {
    int at = 2 * slot;
    if (at >= offers.length) {
      offers = Arrays.copyOf(offers, at + 2);
    }
    int reference = metric;
    if (offers[at + 1] == 0) {
      offerCount++;
    } else if (offers[at] == seqno) {
      // A neighbour's numbers never go back. If one does so all the same, it has begun anew, and
      // what it said before counts no more: the reference is then the new offer alone.
      reference = Metric.min(metric, offerReference(slot));
    }
    offers[at] = seqno;
    offers[at + 1] = (long) (metric + 1) << 32 | Integer.toUnsignedLong(reference + 1);
  }

  /** A neighbour offers a route no more. Returns whether it did. */
  boolean withdraw(int slot) {
    int at = 2 * slot;
    if (at >= offers.length || offers[at + 1] == 0) {
      return false;
    }
    offers[at] = 0;
    offers[at + 1] = 0;
    offerCount--;
    return true;
  }

  /** Offers are in slots from 0 up to this one, exclusively. */
  int slots() {
    return offers.length / 2;
  }

  boolean isOffered() {
    return offerCount > 0;
  }

  boolean isOfferedBy(int slot) {
    return Metric.isFinite(offerMetric(slot));
  }

  long offerSeqno(int slot) {
    return offers[2 * slot];
  }

  int offerMetric(int slot) {
    int at = 2 * slot + 1;
    return at < offers.length ? (int) (offers[at] >>> 32) - 1 : Dsdv.INFINITE;
  }

  /** The smallest metric that this neighbour has offered with its present number. */
  int offerReference(int slot) {
    return (int) offers[2 * slot + 1] - 1;
  }

  // --- selection ---

  void select(int slot, long nextHop, int metric) {
    this.selected = slot;
    this.nextHop = nextHop;
    this.seqno = offerSeqno(slot);
    this.metric = metric;
  }

  /** There is no route. The number it had stays known, for the retraction. */
  void deselect() {
    selected = NONE;
    nextHop = 0;
    metric = Dsdv.INFINITE;
  }

  int selected() {
    return selected;
  }

  boolean isReachable() {
    return selected != NONE;
  }

  long nextHop() {
    return nextHop;
  }

  long seqno() {
    return seqno;
  }

  int metric() {
    return metric;
  }

  // --- advertisement ---

  /**
   * The number of the selected route has been asked for. Only then is it news: as long as nobody
   * lacks a route, a new number is no reason to talk to the whole network.
   */
  void requestSeqno() {
    seqnoIsNews = isReachable() && seqno != advertisedSeqno;
  }

  /** Whether neighbours believe something else than what holds now, enough to tell them. */
  boolean isNews(Threshold change) {
    if (!isReachable()) {
      return Metric.isFinite(advertisedMetric);
    }
    return !Metric.isFinite(advertisedMetric)
        || seqnoIsNews
        || change.isClearChange(advertisedMetric, metric);
  }

  /**
   * What neighbours are told, now. The feasibility distance falls in this step: see {@link
   * Feasibility}.
   */
  RouteEntry advertise() {
    seqnoIsNews = false;
    advertisedMetric = metric;
    if (isReachable()) {
      advertisedSeqno = seqno;
      if (Feasibility.isSmaller(seqno, metric, feasibleSeqno, feasibleMetric)) {
        feasibleSeqno = seqno;
        feasibleMetric = metric;
      }
    }
    return advertised();
  }

  /** What neighbours have been told last. */
  RouteEntry advertised() {
    return new RouteEntry(node, advertisedSeqno, advertisedMetric);
  }

  boolean isAdvertised() {
    return Metric.isFinite(advertisedMetric);
  }

  boolean isFeasible(int slot, Feasibility rule) {
    return rule.isFeasible(offerSeqno(slot), offerReference(slot), feasibleSeqno, feasibleMetric);
  }

  long feasibleSeqno() {
    return feasibleSeqno;
  }
}
