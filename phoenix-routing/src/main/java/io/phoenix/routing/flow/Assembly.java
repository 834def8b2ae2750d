package io.phoenix.routing.flow;

import io.phoenix.routing.collect.LongMap;

/**
 * How much messages will take up of which only some frames have come. Room itself is made as frames
 * come, so a claim of a great length costs its sender as much as it costs this node; but frames
 * that were taken cannot be given back, so the sum of all claims is bounded before the first frame
 * is taken. What finds no room is not taken, and its source sends it again.
 *
 * <p>Half of the room is the most for what comes by way of one neighbour: whoever fills that keeps
 * only itself and those behind the same neighbour waiting.
 */
final class Assembly {
  static final long MAX_BYTES = 512L << 20;

  private final LongMap<long[]> byNeighbour = new LongMap<>();
  private long bytes;

  /** Whether a message of this length may begin; if nothing else is there, any may. */
  boolean tryBegin(long neighbour, int total) {
    long[] share = byNeighbour.computeIfAbsent(neighbour, n -> new long[1]);
    boolean room = bytes + total <= MAX_BYTES && share[0] + total <= MAX_BYTES / 2;
    if (!room && bytes > 0) {
      return false;
    }
    bytes += total;
    share[0] += total;
    return true;
  }

  /** A message is whole, or will never be. */
  void end(long neighbour, int total) {
    bytes -= total;
    long[] share = byNeighbour.get(neighbour);
    if (share != null) {
      share[0] -= total;
      if (share[0] == 0) {
        byNeighbour.remove(neighbour);
      }
    }
  }

  /** The sum of all claims. */
  long bytes() {
    return bytes;
  }
}
