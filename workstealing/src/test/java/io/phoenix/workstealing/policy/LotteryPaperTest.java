package io.phoenix.workstealing.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The claims of paper 002, section 1.2.2, about the lottery, one by one. Levels count from the
 * job's root down here, from the leaves up in the paper: its four processors with "levels … 12, 8,
 * 7, and 3" have tail threads 0, 4, 5 and 9 levels below the oldest. That levels reach thieves in a
 * running job is in {@code PolicyInputsSimTest}.
 */
class LotteryPaperTest {
  private final FixedView view = new FixedView();
  private final VictimPolicy lottery = new LotteryPolicy().victims();

  private int[] drawsOfThePapersExample() {
    return view.with(1, "", 0, 0)
        .with(2, "", 4, 0)
        .with(3, "", 5, 0)
        .with(4, "", 9, 0)
        .draws(lottery);
  }

  /** "The victim is the processor with the winning ticket": always one of those that have some. */
  @Test
  void victimIsAlwaysOneThatHasTickets() {
    int[] draws = drawsOfThePapersExample();
    assertThat(draws[1] + draws[2] + draws[3] + draws[4]).isEqualTo(1000);
  }

  /**
   * The higher the tail thread is, the more tickets. Departs from "proportional to the level": here
   * tickets halve with each level, as the work below a thread does.
   */
  @Test
  void theOlderTheTailThreadTheMoreLikelyItsProcessorIsDrawn() {
    int[] draws = drawsOfThePapersExample();
    assertThat(draws[1]).isGreaterThan(2 * draws[2]);
    assertThat(draws[2]).isGreaterThan(draws[3]);
    assertThat(draws[3]).isGreaterThanOrEqualTo(draws[4]);
  }

  /** It "probabilistically avoids congestions at the busiest nodes" and "allows" stealing there. */
  @Test
  void notAllThievesGoToTheSameVictim() {
    view.with(1, "", 3, 0).with(2, "", 3, 0).with(3, "", 4, 0);
    int[] draws = view.draws(lottery);
    assertThat(draws[1]).isBetween(300, 500);
    assertThat(draws[2]).isBetween(300, 500);
    assertThat(draws[3]).isBetween(100, 300);
  }

  /** A processor with "an empty ready pool" has no tickets, and becomes a thief itself. */
  @Test
  void whoHasNothingReadyIsNeverDrawnAsLongAsSomebodyHas() {
    view.with(1, "", -1, 0).with(2, "", 15, 0);
    int[] draws = view.draws(lottery);
    assertThat(draws[1]).isZero();
    assertThat(draws[2]).isEqualTo(1000);
  }

  /** Departs from the registry's list: without news a thief asks anybody, as in Cilk-NOW. */
  @Test
  void newcomerThatHasHeardOfNobodyAsksAnybody() {
    int[] draws = view.draws(lottery);
    for (int n = 1; n < 10; n++) {
      assertThat(draws[n]).isGreaterThan(70);
    }
  }
}
