package io.phoenix.migration.goal;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.Intent;
import io.phoenix.migration.lock.Standing;
import io.phoenix.migration.lock.Transaction;
import io.phoenix.migration.state.Weights;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.statistics.Statistics;

/** What is given away, whatever the weights. */
class SharesPropertyTest {
  private static final double TOLERANCE = 0.1;

  /** The weight of a range is that of its virtual nodes, one after the other in the list. */
  private static Weights of(List<Integer> each) {
    return range ->
        each.subList((int) range.first(), (int) range.end()).stream().mapToInt(w -> w).sum();
  }

  @Property
  void theHalvesOfAnIntervalAreItsTwoEndsAndDifferByOneVirtualNodeAtMost(
      @ForAll @Size(min = 2, max = 40) List<@IntRange(max = 9) Integer> weights) {
    Weights w = of(weights);
    VirtualRange all = VirtualRange.all(weights.size());
    VirtualRange upper = new Shares(w).half(all, true);
    VirtualRange lower = new Shares(w).half(all, false);

    assertThat(lower.first()).isZero();
    assertThat(upper.first()).isEqualTo(lower.end());
    assertThat(upper.end()).isEqualTo(weights.size());
    double heaviest = Collections.max(weights);
    assertThat(Math.abs(w.weight(lower) - w.weight(upper))).isLessThanOrEqualTo(2 * heaviest);
  }

  /** Whether a part beside a neighbour weighs something, and less than {@code difference}. */
  private static boolean canGive(Weights w, VirtualRange from, boolean below, double difference) {
    for (long size = 1; size < from.size(); size++) {
      double moved =
          w.weight(
              below
                  ? VirtualRange.of(from.first(), from.first() + size)
                  : VirtualRange.of(from.end() - size, from.end()));
      if (moved > 0 && moved < difference) {
        return true;
      }
    }
    return false;
  }

  @Property
  void whatIsGivenToANeighbourIsBesideItAndMakesTheTwoMoreAlike(
      @ForAll @Size(min = 3, max = 40) List<@IntRange(max = 9) Integer> weights,
      @ForAll boolean below,
      @ForAll @IntRange(max = 99) int percent) {
    Weights w = of(weights);
    long size = weights.size();
    // The neighbour's virtual nodes are beyond the list: nobody asks for their weight.
    VirtualRange mine = below ? VirtualRange.of(1, size) : VirtualRange.all(size);
    VirtualRange neighbour = below ? VirtualRange.of(0, 1) : VirtualRange.of(size, size + 1);
    double weight = w.weight(mine);
    double difference = weight - weight * percent / 100;
    Assume.that(difference > 0);
    VirtualRange part = new Shares(w).beside(mine, neighbour, difference / 2);
    boolean possible = canGive(w, mine, below, difference);
    assertThat(part != null).as("something is given, as something can be").isEqualTo(possible);
    Statistics.label("given").collect(possible).coverage(c -> c.check(true).count(n -> n > 100));
    if (part != null) {
      assertThat(part.isAdjacentTo(neighbour)).isTrue();
      assertThat(mine.contains(part)).isTrue();
      assertThat(part.size()).isBetween(1L, mine.size() - 1);
      assertThat(Math.abs(difference - 2 * w.weight(part)))
          .as("the difference after it")
          .isLessThan(difference);
    }
  }

  @Property(tries = 300)
  void neighboursThatBalanceAgainAndAgainComeToAnEndWhereNoMoveMakesThemMoreAlike(
      @ForAll @Size(min = 8, max = 60) List<@IntRange(max = 9) Integer> weights,
      @ForAll @IntRange(min = 2, max = 8) int nodes,
      @ForAll Random order) {
    var line = new Line(weights, nodes);
    double unevenness = line.unevenness();
    int quiet = 0;
    int moves = 0;
    while (quiet < 10 * nodes) {
      int i = order.nextInt(nodes);
      int j = i == 0 ? 1 : i == nodes - 1 ? i - 1 : order.nextBoolean() ? i - 1 : i + 1;
      if (line.balance(i, j)) {
        moves++;
        quiet = 0;
        assertThat(line.unevenness()).as("after move %d", moves).isLessThan(unevenness);
        unevenness = line.unevenness();
        assertThat(moves).isLessThan(1000);
      } else {
        quiet++;
      }
    }
    for (int i = 0; i + 1 < nodes; i++) { // each pair once more, so that none was merely not drawn
      if (line.balance(i, i + 1)) {
        i = -1;
      }
    }
    assertThat(line.pairsThatCouldBeMoreAlike()).isEmpty();
    Statistics.label("moves").collect(moves > 0).coverage(c -> c.check(true).count(n -> n > 100));
  }

  /** Nodes side by side, each of which is lighter or heavier than the next. */
  private static final class Line {
    private final Weights weights;
    private final Shares shares;
    private final BalanceGoal goal;
    private final List<VirtualRange> intervals = new ArrayList<>();

    Line(List<Integer> weights, int nodes) {
      this.weights = of(weights);
      shares = new Shares(this.weights);
      goal = new BalanceGoal(weights.size(), TOLERANCE, shares);
      long size = weights.size();
      for (int i = 0; i < nodes - 1; i++) {
        intervals.add(VirtualRange.single(i));
      }
      intervals.add(VirtualRange.of(nodes - 1, size));
    }

    double unevenness() {
      return intervals.stream().mapToDouble(r -> Math.pow(weights.weight(r), 2)).sum();
    }

    /** Neighbours beyond the tolerance, of which the heavier has something to give. */
    List<String> pairsThatCouldBeMoreAlike() {
      List<String> found = new ArrayList<>();
      for (int i = 0; i + 1 < intervals.size(); i++) {
        double lower = weights.weight(intervals.get(i));
        double upper = weights.weight(intervals.get(i + 1));
        boolean below = upper > lower;
        VirtualRange heavier = intervals.get(below ? i + 1 : i);
        boolean isOff = Math.max(lower, upper) > (1 + TOLERANCE) * Math.min(lower, upper);
        if (isOff && canGive(weights, heavier, below, Math.abs(lower - upper))) {
          found.add(intervals.get(i) + " " + lower + ", " + intervals.get(i + 1) + " " + upper);
        }
      }
      return found;
    }

    /** Node i holds both locks: does what it decides; returns whether anything moved. */
    boolean balance(int i, int j) {
      VirtualRange mine = intervals.get(i);
      VirtualRange other = intervals.get(j);
      var standing = new Standing(weights.weight(other), false);
      var load = new Load(new ResourceName(-1), other, standing);
      if (goal.aim(mine, List.of(load), 0) == null) {
        return false;
      }
      var attempt = new Attempt(new ResourceName(-2), 1);
      Intent intent = j < i ? Intent.LEFT : Intent.RIGHT;
      Decision decision =
          goal.decide(
              mine, new Transaction(attempt, intent, new ResourceName(-1), other, standing));
      if (decision instanceof Decision.Give give) {
        return move(give.range(), i, j);
      } else if (decision instanceof Decision.Take take) {
        VirtualRange part = shares.beside(other, mine, take.weight());
        return part != null && move(part, j, i);
      }
      return false;
    }

    private boolean move(VirtualRange part, int from, int to) {
      VirtualRange source = intervals.get(from);
      VirtualRange sink = intervals.get(to);
      intervals.set(
          from,
          part.first() == source.first()
              ? VirtualRange.of(part.end(), source.end())
              : VirtualRange.of(source.first(), part.first()));
      intervals.set(
          to,
          VirtualRange.of(Math.min(part.first(), sink.first()), Math.max(part.end(), sink.end())));
      return true;
    }
  }
}
