package io.phoenix.migration.goal;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Intent;
import io.phoenix.migration.lock.Standing;
import io.phoenix.migration.state.Weights;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Whom a newcomer asks, and whom it chooses. */
class JoinGoalTest {
  private final JoinGoal goal = new JoinGoal(1000, 4);

  private static Load load(long first, long end, double weight, boolean leaving) {
    return new Load(
        new ResourceName(-1 - first), VirtualRange.of(first, end), new Standing(weight, leaving));
  }

  @Test
  void asksAsManyVirtualNodesAsItIsToldAllOverTheSpace() {
    var random = new SplittableRandom(1);
    for (int i = 0; i < 100; i++) {
      assertThat(goal.whomToAsk(null, random)).hasSize(4).allMatch(v -> v >= 0 && v < 1000);
    }
    List<Long> asked = goal.whomToAsk(null, random);
    assertThat(asked).as("drawn at random").isNotEqualTo(goal.whomToAsk(null, random));
  }

  @Test
  void takesTheHeaviestOfThoseItFound() {
    List<Load> loads =
        List.of(load(0, 500, 3, false), load(500, 510, 9, false), load(510, 1000, 4, false));
    assertThat(goal.aim(null, loads, 0)).isEqualTo(new Aim(Intent.JOIN, 500));
  }

  @Test
  void ofEquallyHeavyOnesItTakesTheLargest() {
    List<Load> loads = List.of(load(0, 10, 5, false), load(10, 900, 5, false));
    assertThat(goal.aim(null, loads, 0)).isEqualTo(new Aim(Intent.JOIN, 10));
  }

  @Test
  void whoWantsToLeaveIsRelievedFirst() {
    List<Load> loads = List.of(load(0, 900, 900, false), load(900, 901, 1, true));
    assertThat(goal.aim(null, loads, 0)).isEqualTo(new Aim(Intent.JOIN, 900));
  }

  @Test
  void anIntervalThatCannotBeDividedIsNotAskedFor() {
    assertThat(goal.aim(null, List.of(load(7, 8, 100, false)), 0)).isNull();
    assertThat(goal.isContentWithNobody()).as("it asks others").isFalse();
  }

  @Test
  void isReachedByAssumingAnything() {
    assertThat(goal.isReached(null)).isFalse();
    assertThat(goal.isReached(VirtualRange.of(3, 4))).isTrue();
  }

  /** The largest interval, as a multiple of the mean, after 200 nodes have joined one by one. */
  private static double unevenness(int probes) {
    long space = 1 << 30;
    var joining = new JoinGoal(space, probes);
    var shares = new Shares(Weights.bySize());
    var random = new SplittableRandom(1);
    NavigableMap<Long, VirtualRange> intervals = new TreeMap<>();
    intervals.put(0L, VirtualRange.all(space));
    while (intervals.size() < 200) {
      List<Load> loads =
          joining.whomToAsk(null, random).stream()
              .map(v -> intervals.floorEntry(v).getValue())
              .map(found -> load(found.first(), found.end(), (double) found.size(), false))
              .toList();
      VirtualRange chosen = intervals.get(joining.aim(null, loads, 0).v());
      for (boolean upper : new boolean[] {false, true}) {
        VirtualRange half = shares.half(chosen, upper);
        intervals.put(half.first(), half);
      }
    }
    long largest = intervals.values().stream().mapToLong(VirtualRange::size).max().orElseThrow();
    return (double) largest * intervals.size() / space;
  }

  @Test
  void withSeveralProbesIntervalsStayMoreEvenThanWithOneAsInThePaper() {
    assertThat(unevenness(4)).isLessThan(2.5).isLessThan(unevenness(1) / 1.9);
  }
}
