package io.phoenix.bench.lans;

/** When messages arrived, and how long none did. */
final class Arrivals {
  private long count;
  private long lastNs;
  private long longestNs;

  synchronized void onArrival(long nowNs) {
    if (count > 0) {
      longestNs = Math.max(longestNs, nowNs - lastNs);
    }
    lastNs = nowNs;
    count++;
  }

  synchronized long count() {
    return count;
  }

  /** The longest time between two arrivals since this was last asked. */
  synchronized double takeLongestGapMs() {
    double ms = longestNs / 1e6;
    longestNs = 0;
    return ms;
  }
}
