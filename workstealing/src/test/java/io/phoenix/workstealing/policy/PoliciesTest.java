package io.phoenix.workstealing.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whom thieves ask, how much they get, and when they give up. */
class PoliciesTest {
  private static final long NEAR_NS = 100_000;
  private static final long FAR_NS = 10_000_000;
  private final FixedView view = new FixedView();

  /** Notes when its initializer runs. */
  static final class NoPolicy {
    static {
      System.setProperty("no-policy.initialized", "true");
    }

    private NoPolicy() {}
  }

  @Test
  void classThatIsNoPolicyIsNotInitialized() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.find(NoPolicy.class.getName()))
        .withMessageContaining("is no policy");
    assertThat(System.getProperty("no-policy.initialized")).isNull();
  }

  @Test
  void randomAsksEachVirtualNodeOfOthersAlikeAndOneForEachIdleWorker() {
    int[] draws = view.draws(new RandomPolicy().victims());
    assertThat(draws[0]).isZero(); // its own
    assertThat(IntStream.range(1, 10).map(n -> draws[n])).allMatch(count -> count > 70);
    view.asked.add(700L);
    assertThat(new RandomPolicy().victims().victim(view)).isEqualTo(VictimPolicy.NOBODY);
    view.idleWorkers = 2;
    assertThat(new RandomPolicy().victims().victim(view)).isNotEqualTo(VictimPolicy.NOBODY);
  }

  @Test
  void lotteryGivesTheOldestWorkTheMostTicketsAndNoneToThoseWithoutWork() {
    view.with(1, "", 3, 0).with(2, "", 4, 0).with(3, "", 6, 0).with(4, "", -1, 0);
    int[] draws = view.draws(new LotteryPolicy().victims());
    assertThat(draws[1]).isBetween(500, 700); // 8 of 13 tickets
    assertThat(draws[2]).isBetween(230, 390); // 4
    assertThat(draws[3]).isBetween(40, 130); //  1
    assertThat(draws[4]).isZero();
  }

  @Test
  void lotteryAsksAnybodyIfNobodyIsKnownToHaveWork() {
    view.with(1, "", -1, 0);
    int[] draws = view.draws(new LotteryPolicy().victims());
    assertThat(IntStream.range(1, 10).map(n -> draws[n])).allMatch(count -> count > 70);
  }

  @Test
  void latencyAwareAsksNearNodesWithWorkFirst() {
    view.with(1, "home", 5, NEAR_NS).with(2, "away", 1, FAR_NS).with(3, "home", -1, NEAR_NS);
    int[] draws = view.draws(new LatencyAwarePolicy().victims());
    assertThat(draws[1]).isGreaterThan(400);
    assertThat(draws[2]).isLessThan(120); // by chance only, as any other
    assertThat(draws[3]).isLessThan(120);
  }

  @Test
  void latencyAwareKeepsOneRequestToAFarNodeOutWhileNearOnesAreAsked() {
    view.with(1, "home", 5, NEAR_NS).with(2, "away", 1, FAR_NS);
    VictimPolicy policy = new LatencyAwarePolicy().victims();
    view.asked.add(100L);
    assertThat(policy.victim(view)).isEqualTo(200);
    view.asked.add(200L);
    assertThat(policy.victim(view)).isEqualTo(VictimPolicy.NOBODY);
    view.asked.remove(100L);
    assertThat(policy.victim(view)).isNotEqualTo(VictimPolicy.NOBODY); // the far one is no reason
  }

  @Test
  void latencyAwareHasNoMoreThanOneRequestBeyondItsIdleWorkersOutIfAllOthersAreFar() {
    for (int n = 1; n < 10; n++) {
      view.with(n, "away " + n, n, FAR_NS);
    }
    VictimPolicy policy = new LatencyAwarePolicy().victims();
    for (long v = policy.victim(view); v != VictimPolicy.NOBODY; v = policy.victim(view)) {
      view.asked.add(v);
      assertThat(view.asked).hasSizeLessThanOrEqualTo(view.idleWorkers + 1);
    }
    assertThat(view.asked).hasSizeGreaterThanOrEqualTo(view.idleWorkers);
  }

  @Test
  void halfGoesToAThiefOfAStrongerClusterAndOneToOthers() {
    var amounts = new HalfForStronger();
    var self = FixedView.info(0, "home", 1, 3);
    var strong = FixedView.info(1, "away", 4, -1);
    var weak = FixedView.info(2, "far", 1, -1);
    var near = FixedView.info(3, "home", 8, -1);
    assertThat(amounts.amount(10, self, strong, List.of())).isEqualTo(5);
    assertThat(amounts.amount(1, self, strong, List.of())).isEqualTo(1);
    assertThat(amounts.amount(10, self, weak, List.of())).isEqualTo(1);
    assertThat(amounts.amount(10, self, near, List.of())).isEqualTo(1);
    assertThat(amounts.amount(10, self, strong, List.of(near))).isEqualTo(1); // 9 workers to 4
  }

  @Test
  void clustersAreAsStrongAsTheirNodesAreFastWhateverTheirWorkers() {
    var amounts = new HalfForStronger();
    var self = FixedView.info(0, "home", 1, 3, 1000);
    var slow = FixedView.info(1, "away", 4, -1, 500);
    var fast = FixedView.info(2, "far", 1, -1, 1500);
    var near = FixedView.info(3, "home", 1, -1, 600);
    assertThat(amounts.amount(10, self, slow, List.of())).isEqualTo(1);
    assertThat(amounts.amount(10, self, fast, List.of())).isEqualTo(5);
    assertThat(amounts.amount(10, self, fast, List.of(near))).isEqualTo(1); // 1600 to 1500
  }

  @Test
  void nodeOfUnknownSpeedCountsWithItsWorkersAtTheSpeedOfOthers() {
    var amounts = new HalfForStronger();
    var self = FixedView.info(0, "home", 1, 3, 1000);
    var idle = FixedView.info(1, "away", 2, -1, 0);
    var slow = FixedView.info(2, "far", 2, -1, 200);
    assertThat(amounts.amount(10, self, idle, List.of())).isEqualTo(5); // 2000 to 1000
    assertThat(amounts.amount(10, self, idle, List.of(slow))).isEqualTo(1); // 800 to 1000
  }

  @Test
  void pausesAreNoneAtFirstThenDoubleUpToALimit() {
    var pauses = new Exponential();
    assertThat(pauses.pauseNs(4, view)).isZero();
    assertThat(pauses.pauseNs(5, view)).isBetween(50_000L, 100_000L);
    assertThat(pauses.pauseNs(8, view)).isBetween(400_000L, 800_000L);
    assertThat(pauses.pauseNs(1000, view)).isBetween(5_000_000L, 10_000_000L);
  }

  @Test
  void shrinkingLeavesOnlyAfterManyFailuresAndALongTimeWithoutWork() {
    BackOffPolicy backOff = new ShrinkingPolicy().backOff();
    long longNs = ShrinkingPolicy.IDLE_NS + 1;
    assertThat(backOff.shouldLeave(ShrinkingPolicy.FAILURES, longNs, view)).isFalse();
    assertThat(backOff.shouldLeave(ShrinkingPolicy.FAILURES + 1, longNs - 1, view)).isFalse();
    assertThat(backOff.shouldLeave(ShrinkingPolicy.FAILURES + 1, longNs, view)).isTrue();
    assertThat(new RandomPolicy().backOff().shouldLeave(1000, longNs, view)).isFalse();
  }

  @Test
  void classThatIsNoPolicyIsSaid() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.find("java.lang.String"))
        .withMessageStartingWith("the class java.lang.String is no policy");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.find("no.such.Policy"))
        .withMessageContaining("no.such.Policy");
    assertThat(Policies.all()).containsOnlyKeys("random", "lottery", "latency", "shrinking");
  }
}
