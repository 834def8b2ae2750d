package io.phoenix.routing.dsdv;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** Distances are strictly ordered: what the proof in {@link Feasibility} needs of them. */
class FeasibilityPropertyTest {

  @Property
  void noDistanceIsSmallerThanItself(@ForAll long seqno, @ForAll int metric) {
    assertThat(Feasibility.isSmaller(seqno, metric, seqno, metric)).isFalse();
  }

  @Property
  void ofTwoDifferentDistancesExactlyOneIsSmaller(
      @ForAll @LongRange(min = 0, max = 2) long s,
      @ForAll int m,
      @ForAll @LongRange(min = 0, max = 2) long t,
      @ForAll int n) {
    boolean same = s == t && m == n;
    assertThat(Feasibility.isSmaller(s, m, t, n) ^ Feasibility.isSmaller(t, n, s, m))
        .isEqualTo(!same);
  }

  @Property
  void smallerIsTransitive(
      @ForAll @LongRange(min = 0, max = 2) long s,
      @ForAll int m,
      @ForAll @LongRange(min = 0, max = 2) long t,
      @ForAll int n,
      @ForAll @LongRange(min = 0, max = 2) long u,
      @ForAll int o) {
    if (Feasibility.isSmaller(s, m, t, n) && Feasibility.isSmaller(t, n, u, o)) {
      assertThat(Feasibility.isSmaller(s, m, u, o)).isTrue();
    }
  }

  @Property
  void hopMakesADistanceLarger(@ForAll long seqno, @ForAll int metric, @ForAll int rttNs) {
    int cost = Metric.ofLink(rttNs, 1);
    int further = Metric.plus(metric, cost);
    if (metric != Dsdv.INFINITE) {
      assertThat(Feasibility.isSmaller(seqno, metric, seqno, further)).isTrue();
    }
  }

  @Property
  void clearGainIsAGain(@ForAll int reference, @ForAll int metric) {
    Threshold threshold = new Threshold(20, 100);
    if (threshold.isClearGain(reference, metric)) {
      assertThat(Metric.isLess(metric, reference)).isTrue();
      assertThat(threshold.isClearGain(metric, reference)).isFalse();
      assertThat(threshold.isClearChange(reference, metric)).isTrue();
    }
  }
}
