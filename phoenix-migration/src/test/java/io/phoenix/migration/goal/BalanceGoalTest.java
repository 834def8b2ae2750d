package io.phoenix.migration.goal;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.Intent;
import io.phoenix.migration.lock.Standing;
import io.phoenix.migration.lock.Transaction;
import io.phoenix.migration.state.Weights;
import java.util.List;
import org.junit.jupiter.api.Test;

/** With whom a node balances, and what moves. */
class BalanceGoalTest {
  private static final VirtualRange MINE = VirtualRange.of(10, 30);
  private static final VirtualRange BELOW = VirtualRange.of(0, 10);
  private static final VirtualRange ABOVE = VirtualRange.of(30, 90);

  private final BalanceGoal goal = new BalanceGoal(100, 0.1, new Shares(Weights.bySize()));

  private static Load load(VirtualRange interval, double weight, boolean leaving) {
    return new Load(new ResourceName(-1), interval, new Standing(weight, leaving));
  }

  private Decision decide(VirtualRange other, double weight, boolean leaving) {
    Intent intent = other.end() == MINE.first() ? Intent.LEFT : Intent.RIGHT;
    return goal.decide(
        MINE,
        new Transaction(
            new Attempt(new ResourceName(-5), 1),
            intent,
            new ResourceName(-1),
            other,
            new Standing(weight, leaving)));
  }

  @Test
  void balancesWithTheNeighbourThatDiffersMost() {
    assertThat(goal.aim(MINE, List.of(load(BELOW, 10, false), load(ABOVE, 60, false)), 0))
        .isEqualTo(new Aim(Intent.RIGHT, 30));
    assertThat(goal.aim(MINE, List.of(load(BELOW, 0, false), load(ABOVE, 30, false)), 0))
        .isEqualTo(new Aim(Intent.LEFT, 9));
  }

  @Test
  void whatDiffersByNoMoreThanTheToleranceIsBalanced() {
    assertThat(goal.aim(MINE, List.of(load(BELOW, 22, false), load(ABOVE, 18.2, false)), 0))
        .isNull();
    assertThat(goal.isContentWithNobody()).isTrue();
    assertThat(goal.aim(MINE, List.of(load(BELOW, 22.1, false)), 0)).isNotNull();
  }

  @Test
  void whoLeavesAndWhoIsNoNeighbourAnyMoreAreLeftAlone() {
    VirtualRange elsewhere = VirtualRange.of(50, 60);
    assertThat(goal.aim(MINE, List.of(load(ABOVE, 60, true), load(elsewhere, 90, false)), 0))
        .isNull();
  }

  @Test
  void aNeighbourThatCannotBeDividedIsLeftAlone() {
    assertThat(goal.aim(MINE, List.of(load(VirtualRange.of(9, 10), 90, false)), 0)).isNull();
  }

  @Test
  void theLighterTakesHalfOfTheDifference() {
    assertThat(decide(ABOVE, 60, false)).isEqualTo(new Decision.Take(20));
  }

  @Test
  void theHeavierGivesHalfOfTheDifferenceFromTheCommonBoundary() {
    assertThat(decide(BELOW, 10, false)).isEqualTo(new Decision.Give(VirtualRange.of(10, 15)));
    assertThat(decide(ABOVE, 10, false)).isEqualTo(new Decision.Give(VirtualRange.of(25, 30)));
  }

  @Test
  void nothingMovesIfItIsBalancedMeanwhileOrTheOtherLeaves() {
    assertThat(decide(BELOW, 20, false)).isEqualTo(new Decision.Leave("balanced meanwhile"));
    assertThat(decide(BELOW, 5, true)).isInstanceOf(Decision.Leave.class);
  }

  @Test
  void aNodeThatAssumesNothingHasNothingToBalance() {
    assertThat(goal.isReached(null)).isTrue();
    assertThat(goal.isReached(MINE)).as("its neighbours must be asked").isFalse();
    assertThat(goal.aim(null, List.of(load(BELOW, 10, false)), 0)).isNull();
  }

  @Test
  void itDoesNotInsist() {
    assertThat(goal.patience()).isLessThan(20);
  }
}
