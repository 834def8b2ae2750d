package io.phoenix.migration.goal;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.Intent;
import io.phoenix.migration.lock.Standing;
import io.phoenix.migration.lock.Transaction;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** To whom a node that leaves gives what it has. */
class LeaveGoalTest {
  private static final VirtualRange MINE = VirtualRange.of(10, 20);
  private static final VirtualRange BELOW = VirtualRange.of(0, 10);
  private static final VirtualRange ABOVE = VirtualRange.of(20, 90);
  private static final Aim TO_BELOW = new Aim(Intent.LEFT, 9);
  private static final Aim TO_ABOVE = new Aim(Intent.RIGHT, 20);

  private final LeaveGoal goal = new LeaveGoal(100);

  private static Load load(VirtualRange interval, double weight, boolean leaving) {
    return new Load(new ResourceName(-1), interval, new Standing(weight, leaving));
  }

  @Test
  void asksBothNeighbours() {
    assertThat(goal.whomToAsk(MINE, new SplittableRandom(1))).containsExactly(9L, 20L);
  }

  @Test
  void atAnEndOfTheSpaceThereIsOneNeighbour() {
    var random = new SplittableRandom(1);
    assertThat(goal.whomToAsk(VirtualRange.of(0, 20), random)).containsExactly(20L);
    assertThat(goal.whomToAsk(VirtualRange.of(20, 100), random)).containsExactly(19L);
  }

  @Test
  void givesToTheNeighbourThatHasLess() {
    assertThat(goal.aim(MINE, List.of(load(BELOW, 5, false), load(ABOVE, 4, false)), 0))
        .isEqualTo(TO_ABOVE);
    assertThat(goal.aim(MINE, List.of(load(BELOW, 5, false), load(ABOVE, 6, false)), 0))
        .isEqualTo(TO_BELOW);
  }

  @Test
  void givesToOneThatLeavesTooOnlyIfThereIsNoOther() {
    assertThat(goal.aim(MINE, List.of(load(BELOW, 1, true), load(ABOVE, 60, false)), 0))
        .isEqualTo(TO_ABOVE);
    assertThat(goal.aim(MINE, List.of(load(BELOW, 1, true)), 0)).isEqualTo(TO_BELOW);
  }

  @Test
  void triesTheOtherSideNowAndThen() {
    List<Load> both = List.of(load(BELOW, 1, false), load(ABOVE, 9, false));
    assertThat(goal.aim(MINE, both, 1)).isEqualTo(TO_BELOW);
    assertThat(goal.aim(MINE, both, 2)).isEqualTo(TO_ABOVE);
    assertThat(goal.aim(MINE, both, 3)).isEqualTo(TO_BELOW);
  }

  @Test
  void whoIsNoNeighbourAnyMoreIsNotChosen() {
    VirtualRange elsewhere = VirtualRange.of(50, 60);
    assertThat(goal.aim(MINE, List.of(load(elsewhere, 1, false)), 0)).isNull();
    assertThat(goal.isContentWithNobody()).as("it asks again").isFalse();
  }

  @Test
  void givesAllOfIt() {
    var transaction =
        new Transaction(
            new Attempt(new ResourceName(-5), 1),
            Intent.LEFT,
            new ResourceName(-1),
            BELOW,
            new Standing(5, true));
    assertThat(goal.decide(MINE, transaction)).isEqualTo(new Decision.Give(MINE));
    assertThat(goal.decide(null, transaction)).isInstanceOf(Decision.Leave.class);
  }

  @Test
  void theLastNodeHasNobodyToGiveTo() {
    assertThat(goal.obstacle(VirtualRange.all(100))).contains("this is the last node", "[0, 100)");
    assertThat(goal.obstacle(VirtualRange.of(0, 99))).isNull();
    assertThat(goal.obstacle(null)).isNull();
  }

  @Test
  void isReachedByAssumingNothing() {
    assertThat(goal.isReached(null)).isTrue();
    assertThat(goal.isReached(MINE)).isFalse();
  }
}
