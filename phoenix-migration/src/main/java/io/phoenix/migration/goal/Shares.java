package io.phoenix.migration.goal;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Weights;
import org.jspecify.annotations.Nullable;

/** Which part of its interval a node gives away. */
public final class Shares {
  private final Weights weights;

  /** Shares that are measured by {@code weights}. */
  public Shares(Weights weights) {
    this.weights = weights;
  }

  /** How much a node has that assumes {@code interval}. */
  public double weight(@Nullable VirtualRange interval) {
    return interval == null ? 0 : weights.weight(interval);
  }

  /** The half of an interval that a newcomer gets; {@code null} if it cannot be divided. */
  public @Nullable VirtualRange half(VirtualRange interval, boolean upper) {
    if (interval.size() < 2) {
      return null;
    }
    long cut = weights.cut(interval, weights.weight(interval) / 2);
    return end(interval, cut, !upper);
  }

  /**
   * The part of an interval next to its neighbour that weighs about {@code weight}; {@code null} if
   * there is none that leaves something here and weighs something, but less than twice that, so
   * that the neighbour does not become the heavier one by as much.
   */
  public @Nullable VirtualRange beside(
      VirtualRange interval, VirtualRange neighbour, double weight) {
    if (interval.size() < 2) {
      return null;
    }
    boolean low = neighbour.end() == interval.first();
    double total = weights.weight(interval);
    long cut = weights.cut(interval, low ? weight : total - weight);
    // The cut rounds to one side; the one before it may be nearer, or the only one that will do.
    VirtualRange part = useful(interval, cut, low, weight);
    VirtualRange other = useful(interval, cut - 1, low, weight);
    if (part == null || other == null) {
      return part == null ? other : part;
    }
    return distance(part, weight) <= distance(other, weight) ? part : other;
  }

  private double distance(VirtualRange part, double weight) {
    return Math.abs(weights.weight(part) - weight);
  }

  private @Nullable VirtualRange useful(
      VirtualRange interval, long cut, boolean low, double weight) {
    if (cut <= interval.first() || cut >= interval.end()) {
      return null;
    }
    VirtualRange part = end(interval, cut, low);
    double moved = weights.weight(part);
    return moved > 0 && moved < 2 * weight ? part : null;
  }

  private static VirtualRange end(VirtualRange interval, long cut, boolean low) {
    return low ? VirtualRange.of(interval.first(), cut) : VirtualRange.of(cut, interval.end());
  }
}
