package io.phoenix.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class VirtualRangePropertyTest {
  private static final long MAX = NodeConfig.MAX_SPACE;

  @Provide
  Arbitrary<VirtualRange> range() {
    return RangeModel.ranges();
  }

  @Provide
  Arbitrary<Long> origin() {
    return RangeModel.origins();
  }

  @Property(tries = 300)
  void behavesAsTheSetOfItsVirtualNodes(
      @ForAll("range") VirtualRange p, @ForAll("range") VirtualRange q, @ForAll("origin") long o) {
    VirtualRange a = RangeModel.shift(p, o);
    VirtualRange b = RangeModel.shift(q, o);
    BitSet bitsOfA = RangeModel.bits(a, o);
    BitSet bitsOfB = RangeModel.bits(b, o);
    BitSet both = RangeModel.intersection(bitsOfA, bitsOfB);

    assertThat(a.size()).isEqualTo(bitsOfA.cardinality());
    assertThat(a.overlaps(b)).isEqualTo(!both.isEmpty());
    assertThat(a.contains(b)).isEqualTo(both.equals(bitsOfB));
    assertThat(a.intersection(b).isPresent()).isEqualTo(!both.isEmpty());
    a.intersection(b).ifPresent(i -> assertThat(RangeModel.bits(i, o)).isEqualTo(both));
    assertThat(a.intersection(b)).isEqualTo(b.intersection(a));
  }

  @Property(tries = 300)
  void containsExactlyWhatIsBetweenItsEnds(
      @ForAll("range") VirtualRange p,
      @ForAll("origin") long o,
      @ForAll @IntRange(min = -2, max = RangeModel.WIDTH + 2) int v) {
    VirtualRange a = RangeModel.shift(p, o);
    assertThat(a.contains(o + v)).isEqualTo(v >= 0 && RangeModel.bits(a, o).get(v));
  }

  @Property(tries = 300)
  void adjacentRangesAreApartAndTheirUnionIsOneRange(
      @ForAll("range") VirtualRange a, @ForAll("range") VirtualRange b) {
    boolean inOneRange = VirtualRangeSet.of(a, b).ranges().size() == 1;
    assertThat(a.isAdjacentTo(b)).isEqualTo(inOneRange && !a.overlaps(b));
    assertThat(a.isAdjacentTo(b)).isEqualTo(b.isAdjacentTo(a));
  }

  @Property(tries = 300)
  void orderIsByFirstThenByEnd(@ForAll("range") VirtualRange a, @ForAll("range") VirtualRange b) {
    int expected =
        a.first() != b.first()
            ? Long.compare(a.first(), b.first())
            : Long.compare(a.end(), b.end());
    assertThat(Integer.signum(a.compareTo(b))).isEqualTo(Integer.signum(expected));
    assertThat(a.compareTo(b) == 0).isEqualTo(a.equals(b));
  }

  @Example
  void noRangeIsEmptyOrReachesOutsideTheLargestSpace() {
    assertThat(VirtualRange.of(MAX - 1, MAX).size()).isEqualTo(1);
    assertThat(VirtualRange.all(MAX).size()).isEqualTo(MAX);
    assertThat(VirtualRange.single(0)).isEqualTo(VirtualRange.of(0, 1));
    assertThat(VirtualRange.single(MAX - 1).end()).isEqualTo(MAX);

    assertThatThrownBy(() -> VirtualRange.of(5, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("[5, 5) is no range: 0 <= first < end <= 2^62 must hold");
    assertThatThrownBy(() -> VirtualRange.of(6, 5)).hasMessageStartingWith("[6, 5) is no range");
    assertThatThrownBy(() -> VirtualRange.of(-1, 5)).hasMessageStartingWith("[-1, 5) is no range");
    assertThatThrownBy(() -> VirtualRange.of(0, MAX + 1)).hasMessageContaining(" is no range");
    assertThatThrownBy(() -> VirtualRange.single(MAX)).hasMessageContaining(" is no range");
    assertThatThrownBy(() -> VirtualRange.single(Long.MAX_VALUE))
        .hasMessageContaining(" is no range");
    assertThatThrownBy(() -> VirtualRange.all(0)).hasMessageStartingWith("[0, 0) is no range");
  }

  @Example
  void isWrittenAsAHalfOpenInterval() {
    assertThat(VirtualRange.of(10, 20)).hasToString("[10, 20)");
  }
}
