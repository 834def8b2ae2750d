package io.phoenix.routing.dsdv;

/** The condition that makes routing free of loops. */
final class Feasibility {

  private Feasibility() {}

  static boolean isFeasible(long seqno, int metric, long feasibleSeqno, int feasibleMetric) {
    return seqno > feasibleSeqno
        || (seqno == feasibleSeqno && Metric.isLess(metric, feasibleMetric));
  }
}
