package io.phoenix.migration.state;

import io.phoenix.api.VirtualRange;

/**
 * How much there is to do, or to keep, in a range: what joins and balancing try to make equal.
 * Called on the node's loop.
 */
@FunctionalInterface
public interface Weights {

  /** The weight of a range, from 0 up; that of a part is never above that of the whole. */
  double weight(VirtualRange range);

  /** Each virtual node weighs 1. */
  static Weights bySize() {
    return VirtualRange::size;
  }

  /**
   * Where to cut a range of at least two virtual nodes, so that the part before the cut weighs
   * about {@code before}; neither part is empty. Cuts by size where nothing weighs anything.
   */
  default long cut(VirtualRange range, double before) {
    double total = weight(range);
    if (!(total > 0)) {
      return range.first() + range.size() / 2;
    }
    long low = range.first() + 1;
    long high = range.end() - 1;
    while (low < high) { // the first cut whose left part weighs enough
      long middle = low + (high - low) / 2;
      if (weight(VirtualRange.of(range.first(), middle)) < before) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
