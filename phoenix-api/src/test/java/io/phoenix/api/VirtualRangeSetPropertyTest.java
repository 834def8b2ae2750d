package io.phoenix.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class VirtualRangeSetPropertyTest {

  @Provide
  Arbitrary<List<VirtualRange>> ranges() {
    return RangeModel.ranges().list().ofMaxSize(8);
  }

  @Provide
  Arbitrary<VirtualRangeSet> set() {
    return ranges().map(VirtualRangeSet::of);
  }

  @Provide
  Arbitrary<VirtualRange> range() {
    return RangeModel.ranges();
  }

  @Provide
  Arbitrary<Long> origin() {
    return RangeModel.origins();
  }

  private static VirtualRangeSet shift(VirtualRangeSet set, long origin) {
    return VirtualRangeSet.of(set.ranges().stream().map(r -> RangeModel.shift(r, origin)).toList());
  }

  // ---- Against plain bits

  @Property(tries = 300)
  void isTheUnionOfTheRangesThatItIsMadeOf(
      @ForAll("ranges") List<VirtualRange> ranges, @ForAll("origin") long o) {
    List<VirtualRange> shifted = ranges.stream().map(r -> RangeModel.shift(r, o)).toList();
    BitSet expected = new BitSet();
    shifted.forEach(r -> expected.or(RangeModel.bits(r, o)));
    VirtualRangeSet set = VirtualRangeSet.of(shifted);

    assertThat(RangeModel.bits(set, o)).isEqualTo(expected);
    assertThat(set.size()).isEqualTo(expected.cardinality());
    assertThat(set.isEmpty()).isEqualTo(expected.isEmpty());
    assertNormal(set);
  }

  @Property(tries = 500)
  void operationsOnSetsAreThoseOnBits(
      @ForAll("set") VirtualRangeSet p,
      @ForAll("set") VirtualRangeSet q,
      @ForAll("origin") long o) {
    VirtualRangeSet a = shift(p, o);
    VirtualRangeSet b = shift(q, o);
    BitSet x = RangeModel.bits(a, o);
    BitSet y = RangeModel.bits(b, o);

    assertIs(a.union(b), RangeModel.union(x, y), o);
    assertIs(a.minus(b), RangeModel.minus(x, y), o);
    assertIs(a.intersection(b), RangeModel.intersection(x, y), o);
    assertThat(a.containsAll(b)).isEqualTo(RangeModel.minus(y, x).isEmpty());
    assertThat(a.equals(b)).isEqualTo(x.equals(y));
  }

  @Property(tries = 500)
  void operationsWithOneRangeAreThoseOnBits(
      @ForAll("set") VirtualRangeSet p, @ForAll("range") VirtualRange q, @ForAll("origin") long o) {
    VirtualRangeSet a = shift(p, o);
    VirtualRange r = RangeModel.shift(q, o);
    BitSet x = RangeModel.bits(a, o);
    BitSet y = RangeModel.bits(r, o);

    assertIs(a.union(r), RangeModel.union(x, y), o);
    assertIs(a.minus(r), RangeModel.minus(x, y), o);
    assertIs(a.intersection(r), RangeModel.intersection(x, y), o);
    assertThat(a.overlaps(r)).isEqualTo(x.intersects(y));
    assertThat(a.contains(r)).isEqualTo(RangeModel.minus(y, x).isEmpty());
  }

  @Property(tries = 300)
  void containsExactlyItsVirtualNodes(
      @ForAll("set") VirtualRangeSet p,
      @ForAll("origin") long o,
      @ForAll @IntRange(min = -2, max = RangeModel.WIDTH + 2) int v) {
    VirtualRangeSet a = shift(p, o);
    assertThat(a.contains(o + v)).isEqualTo(v >= 0 && RangeModel.bits(a, o).get(v));
  }

  private static void assertIs(VirtualRangeSet actual, BitSet expected, long origin) {
    assertThat(RangeModel.bits(actual, origin)).isEqualTo(expected);
    assertNormal(actual);
  }

  /** Sorted, with a gap between any two ranges: the one way to write a set. */
  private static void assertNormal(VirtualRangeSet set) {
    List<VirtualRange> ranges = set.ranges();
    for (int i = 1; i < ranges.size(); i++) {
      assertThat(ranges.get(i - 1).end()).isLessThan(ranges.get(i).first());
    }
  }

  // ---- Laws

  @Property(tries = 300)
  void unionAndIntersectionAreCommutativeAndAssociative(
      @ForAll("set") VirtualRangeSet a,
      @ForAll("set") VirtualRangeSet b,
      @ForAll("set") VirtualRangeSet c) {
    assertThat(a.union(b)).isEqualTo(b.union(a));
    assertThat(a.intersection(b)).isEqualTo(b.intersection(a));
    assertThat(a.union(b).union(c)).isEqualTo(a.union(b.union(c)));
    assertThat(a.intersection(b).intersection(c)).isEqualTo(a.intersection(b.intersection(c)));
  }

  @Property(tries = 300)
  void eachDistributesOverTheOther(
      @ForAll("set") VirtualRangeSet a,
      @ForAll("set") VirtualRangeSet b,
      @ForAll("set") VirtualRangeSet c) {
    assertThat(a.intersection(b.union(c))).isEqualTo(a.intersection(b).union(a.intersection(c)));
    assertThat(a.union(b.intersection(c))).isEqualTo(a.union(b).intersection(a.union(c)));
  }

  @Property(tries = 300)
  void differenceObeysDeMorgan(
      @ForAll("set") VirtualRangeSet a,
      @ForAll("set") VirtualRangeSet b,
      @ForAll("set") VirtualRangeSet c) {
    assertThat(a.minus(b.union(c))).isEqualTo(a.minus(b).intersection(a.minus(c)));
    assertThat(a.minus(b.intersection(c))).isEqualTo(a.minus(b).union(a.minus(c)));
    assertThat(a.minus(b).union(a.intersection(b))).isEqualTo(a);
  }

  @Property(tries = 300)
  void emptySetAndWholeSpaceAreTheBounds(@ForAll("set") VirtualRangeSet a) {
    VirtualRangeSet all = VirtualRangeSet.of(VirtualRange.all(NodeConfig.MAX_SPACE));
    assertThat(a.union(VirtualRangeSet.empty())).isEqualTo(a);
    assertThat(a.minus(VirtualRangeSet.empty())).isEqualTo(a);
    assertThat(a.minus(a)).isEqualTo(VirtualRangeSet.empty());
    assertThat(a.intersection(all)).isEqualTo(a);
    assertThat(all.minus(all.minus(a))).isEqualTo(a);
    assertThat(all.containsAll(a)).isTrue();
    assertThat(all.minus(a).size()).isEqualTo(NodeConfig.MAX_SPACE - a.size());
    assertThat(a.containsAll(VirtualRangeSet.empty())).isTrue();
  }

  @Property(tries = 300)
  void equalHoweverItWasMade(@ForAll("ranges") List<VirtualRange> ranges, @ForAll Random random) {
    VirtualRangeSet atOnce = VirtualRangeSet.of(ranges);
    List<VirtualRange> shuffled = new ArrayList<>(ranges);
    Collections.shuffle(shuffled, random);
    VirtualRangeSet oneByOne = VirtualRangeSet.empty();
    for (VirtualRange r : shuffled) {
      oneByOne = oneByOne.union(r);
    }
    assertThat(oneByOne).isEqualTo(atOnce).hasSameHashCodeAs(atOnce);
    assertThat(oneByOne).hasToString(atOnce.toString());
  }

  // ---- Examples

  @Example
  void adjacentRangesBecomeOne() {
    VirtualRangeSet s = VirtualRangeSet.of(VirtualRange.of(0, 10));
    s = s.union(VirtualRange.of(10, 20));
    assertThat(s).hasToString("{[0, 20)}");
    s = s.minus(VirtualRange.of(5, 8));
    assertThat(s).hasToString("{[0, 5), [8, 20)}");
    assertThat(s.size()).isEqualTo(17);
    assertThat(VirtualRangeSet.empty()).hasToString("{}");
  }

  @Example
  void cannotBeChangedFromOutside() {
    VirtualRangeSet s = VirtualRangeSet.of(VirtualRange.of(0, 10));
    assertThatThrownBy(() -> s.ranges().clear()).isInstanceOf(UnsupportedOperationException.class);
    assertThat(s).isNotEqualTo("{[0, 10)}");
  }
}
