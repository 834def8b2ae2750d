package io.phoenix.api;

import java.util.BitSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Sets of virtual nodes as plain bits, to hold the real ones against; at either end of the largest
 * space, where overflows would show.
 */
final class RangeModel {
  static final int WIDTH = 48;

  private RangeModel() {}

  static Arbitrary<Long> origins() {
    return Arbitraries.of(0L, NodeConfig.MAX_SPACE - WIDTH);
  }

  /** Ranges within {@code WIDTH} virtual nodes from zero. */
  static Arbitrary<VirtualRange> ranges() {
    Arbitrary<Integer> bounds = Arbitraries.integers().between(0, WIDTH);
    return bounds
        .tuple2()
        .filter(t -> !t.get1().equals(t.get2()))
        .map(t -> VirtualRange.of(Math.min(t.get1(), t.get2()), Math.max(t.get1(), t.get2())));
  }

  static VirtualRange shift(VirtualRange range, long origin) {
    return VirtualRange.of(origin + range.first(), origin + range.end());
  }

  static BitSet bits(VirtualRange range, long origin) {
    BitSet bits = new BitSet();
    bits.set((int) (range.first() - origin), (int) (range.end() - origin));
    return bits;
  }

  static BitSet bits(VirtualRangeSet set, long origin) {
    BitSet bits = new BitSet();
    set.ranges().forEach(r -> bits.or(bits(r, origin)));
    return bits;
  }

  static BitSet union(BitSet a, BitSet b) {
    BitSet result = (BitSet) a.clone();
    result.or(b);
    return result;
  }

  static BitSet minus(BitSet a, BitSet b) {
    BitSet result = (BitSet) a.clone();
    result.andNot(b);
    return result;
  }

  static BitSet intersection(BitSet a, BitSet b) {
    BitSet result = (BitSet) a.clone();
    result.and(b);
    return result;
  }
}
