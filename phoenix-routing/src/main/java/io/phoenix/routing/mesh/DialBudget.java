package io.phoenix.routing.mesh;

/** How much may be dialled: a few ways at once, then one for each {@code REFILL_NS}. */
final class DialBudget {
  private long tokens = MeshSettings.MAX_BURST;
  private long filledNs = Long.MIN_VALUE; // not asked yet

  /** Whether something may be dialled now; if so, {@code ways} are counted. */
  boolean take(int ways, long nowNs) {
    if (filledNs == Long.MIN_VALUE) {
      filledNs = nowNs;
    }
    long more = (nowNs - filledNs) / MeshSettings.REFILL_NS;
    if (more > 0) {
      tokens = Math.min(MeshSettings.MAX_BURST, tokens + Math.min(more, 1 << 20));
      filledNs =
          tokens == MeshSettings.MAX_BURST ? nowNs : filledNs + more * MeshSettings.REFILL_NS;
    }
    if (tokens <= 0) {
      return false;
    }
    tokens -= ways; // below zero, so that one with many ways waits longer afterwards
    return true;
  }
}
