package io.phoenix.routing.dsdv;

/**
 * Arithmetic of metrics: microseconds of round-trip time, plus a constant per hop, in an unsigned
 * {@code int} whose largest value means "unreachable". Sums saturate there: a route of more than 71
 * minutes is none.
 */
final class Metric {

  private Metric() {}

  static long toLong(int metric) {
    return Integer.toUnsignedLong(metric);
  }

  static boolean isFinite(int metric) {
    return metric != Dsdv.INFINITE;
  }

  static boolean isLess(int a, int b) {
    return Integer.compareUnsigned(a, b) < 0;
  }

  static int min(int a, int b) {
    return isLess(a, b) ? a : b;
  }

  static int plus(int metric, int cost) {
    return saturate(toLong(metric) + toLong(cost));
  }

  /** The cost of a link: never 0, which the proof in {@link Feasibility} relies on. */
  static int ofLink(long rttNs, int hopCost) {
    return Metric.min(saturate(Math.max(0, rttNs) / 1_000 + hopCost), Dsdv.INFINITE - 1);
  }

  private static int saturate(long metric) {
    return (int) Math.min(metric, Metric.toLong(Dsdv.INFINITE));
  }
}
