package io.phoenix.routing.dsdv;

import static io.phoenix.routing.dsdv.DsdvBench.MS;
import static io.phoenix.routing.dsdv.DsdvBench.SELF;
import static io.phoenix.routing.dsdv.DsdvBench.lost;
import static io.phoenix.routing.dsdv.DsdvBench.route;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** One node's answers to one event at a time. -1 is the node, -2 to -4 neighbours, -9 far away. */
class DsdvTest {
  private static final long D = -9;

  private final DsdvBench node = new DsdvBench();

  @Test
  void newNeighbourIsSentTheWholeTable() {
    node.up(-2, 1_000).hear(-2, route(-2, 1, 0), route(D, 5, 3_000)).pass(MS).effects();

    node.up(-3, 1_000);

    assertThat(node.effects()).containsExactly("to -3: [-1 #1 at 0, -9 #5 at 4000, -2 #1 at 1000]");
  }

  @Test
  void firstNewsLeavesAtOnceAndTheNextTogether() {
    node.up(-2, 1_000).up(-3, 1_000).effects();

    node.hear(-2, route(D, 5, 3_000));
    assertThat(node.effects())
        .containsExactly("-9 via -2", "to -2: [-9 #5 at 4000]", "to -3: [-9 #5 at 4000]");

    node.hear(-2, route(-8, 1, 1_000)).pass(MS).hear(-2, route(-7, 1, 1_000));
    assertThat(node.effects()).containsExactly("-8 via -2", "-7 via -2");

    node.pass(9 * MS);
    assertThat(node.effects())
        .containsExactly(
            "to -2: [-8 #1 at 2000, -7 #1 at 2000]", "to -3: [-8 #1 at 2000, -7 #1 at 2000]");
  }

  @Test
  void changeThatIsTakenBackBeforeTheUpdateIsNotTold() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).effects();

    node.hear(-2, route(D, 5, 9_000)).hear(-2, route(D, 5, 3_000)).pass(20 * MS);

    assertThat(node.effects()).isEmpty();
  }

  @Test
  void lostRouteIsRetractedAtOnceUnderTheNumberItHad() {
    node.up(-2, 1_000).up(-3, 1_000).hear(-2, route(D, 5, 3_000)).effects();

    node.hear(-2, lost(D, 5));

    assertThat(node.effects())
        .containsExactly("lost -9", "to -2: [-9 #5 lost]", "to -3: [-9 #5 lost]");
    assertThat(node.dsdv.nextHop(D)).isZero();
    assertThat(node.dsdv.distanceNs(D)).isEqualTo(-1);
  }

  @Test
  void feasibleAlternativeIsTakenWhenTheLinkBreaks() {
    node.up(-2, 1_000).up(-3, 5_000);
    node.hear(-2, route(D, 5, 3_000)).hear(-3, route(D, 5, 3_500)).pass(20 * MS).effects();

    node.down(-2);

    assertThat(node.effects()).containsExactly("-9 via -3", "to -3: [-9 #5 at 8500]");
    assertThat(node.dsdv.distanceNs(D)).isEqualTo(8_500_000);
  }

  @Test
  void infeasibleAlternativeIsNotTakenButANewerNumberAskedForAtOnce() {
    node.up(-2, 1_000).up(-3, 1_000);
    node.hear(-2, route(D, 5, 3_000)).hear(-3, route(D, 5, 4_000)).pass(20 * MS).effects();

    node.down(-2); // -3 is at 4000, and so were we: it may be routing through us

    assertThat(node.effects())
        .containsExactly("lost -9", "to -3: [-9 #5 lost]", "ask -3: -9 #6 hops=64");
    node.hear(-3, route(D, 6, 4_000));
    assertThat(node.effects()).contains("-9 via -3");
    assertThat(node.pass(60_000 * MS).effects()).noneMatch(effect -> effect.startsWith("ask"));
  }

  @Test
  void requestIsRepeatedWithGrowingPausesWhileItIsNeeded() {
    onlyInfeasibleLeft();

    node.pass(199 * MS);
    assertThat(node.effects()).isEmpty();
    node.pass(MS);
    assertThat(node.effects()).containsExactly("ask -3: -9 #6 hops=64");
    node.pass(399 * MS);
    assertThat(node.effects()).isEmpty();
    node.pass(MS);
    assertThat(node.effects()).containsExactly("ask -3: -9 #6 hops=64");
    node.hear(-3, lost(D, 5)).effects();
    assertThat(node.pass(60_000 * MS).effects()).containsExactly("forgotten -9");
  }

  @Test
  void anotherNeighbourIsAskedAtOnceWhenTheOneAskedLosesItsRoute() {
    node.up(-2, 1_000).up(-3, 1_000).up(-4, 2_000);
    node.hear(-2, route(D, 5, 3_000)).hear(-3, route(D, 5, 4_000)).hear(-4, route(D, 5, 4_000));
    node.pass(20 * MS).down(-2).effects();

    node.hear(-3, lost(D, 5));

    assertThat(node.effects()).containsExactly("ask -4: -9 #6 hops=64");
  }

  @Test
  void selectedRouteStaysFeasibleWhenItsMetricRises() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).pass(20 * MS).effects();

    node.hear(-2, route(D, 5, 90_000));

    assertThat(node.effects()).containsExactly("to -2: [-9 #5 at 91000]");
    assertThat(node.dsdv.nextHop(D)).isEqualTo(-2);
  }

  @Test
  void retractionEndsWhatTheSmallestOfferAllowed() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).pass(20 * MS);
    node.hear(-2, lost(D, 5)).effects();

    node.hear(-2, route(D, 5, 90_000));

    assertThat(node.effects()).containsExactly("ask -2: -9 #6 hops=64");
  }

  @Test
  void numberThatGoesBackIsJudgedAnew() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).pass(20 * MS).effects();

    node.hear(-2, route(D, 4, 1));

    assertThat(node.effects()).contains("lost -9", "ask -2: -9 #6 hops=64");
  }

  @Test
  void whatWasSaidOverTheLastLinkIsVoid() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).pass(20 * MS).effects();

    node.up(-2, 1_000);

    assertThat(node.effects()).containsExactly("lost -9", "to -2: [-1 #1 at 0]");
  }

  @Test
  void newsFromOneThatIsNoNeighbourIsIgnored() {
    node.hear(-2, route(D, 5, 3_000)).asked(-2, SELF, 2, 64).cost(-2, 5_000).down(-2);

    assertThat(node.effects()).isEmpty();
    assertThat(node.dsdv.knownNodes()).isEmpty();
  }

  @Test
  void nextHopChangesOnlyForAClearGain() {
    node.up(-2, 1_000).up(-3, 1_000).hear(-2, route(D, 5, 9_000)).pass(20 * MS).effects();

    node.hear(-3, route(D, 5, 7_100)).pass(20 * MS);
    assertThat(node.effects()).isEmpty();

    node.hear(-3, route(D, 5, 6_900));
    assertThat(node.effects()).contains("-9 via -3");
  }

  @Test
  void jitterOfALinkIsNotPassedOn() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).pass(20 * MS).effects();

    for (int cost = 600; cost <= 1_500; cost += 50) {
      node.pass(1_000 * MS).cost(-2, cost);
    }

    assertThat(node.effects()).isEmpty();
  }

  @Test
  void slowerLinkIsBelievedAfterAWindowAndOnlyAsMuchAsAllOfItShowed() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).pass(20 * MS).effects();

    node.cost(-2, 30_000).pass(50 * MS).cost(-2, 9_000).pass(49 * MS).cost(-2, 30_000);
    assertThat(node.effects()).isEmpty();

    node.pass(MS).cost(-2, 30_000);
    assertThat(node.effects()).containsExactly("to -2: [-9 #5 at 12000]");
  }

  @Test
  void pauseOfTheOtherEndDoesNotMoveRoutes() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).pass(20 * MS).effects();

    for (int i = 0; i < 20; i++) {
      node.pass(30 * MS).cost(-2, 50_000).pass(30 * MS).cost(-2, 1_000);
    }

    assertThat(node.effects()).isEmpty();
  }

  @Test
  void fasterLinkIsBelievedAtOnce() {
    node.up(-2, 9_000).hear(-2, route(D, 5, 3_000)).pass(20 * MS).effects();

    assertThat(node.cost(-2, 1_000).effects()).containsExactly("to -2: [-9 #5 at 4000]");
  }

  @Test
  void slowerLinkStaysFeasible() {
    node.up(-2, 1_000).up(-3, 1_000);
    node.hear(-2, route(D, 5, 3_000)).hear(-3, route(D, 5, 3_500)).pass(20 * MS).effects();

    node.cost(-2, 90_000).pass(100 * MS).cost(-2, 90_000);
    assertThat(node.effects()).contains("-9 via -3");

    node.hear(-3, lost(D, 5));
    assertThat(node.effects()).contains("-9 via -2");
  }

  @Test
  void clearlyBetterRouteThatIsInfeasibleIsAskedForLater() {
    node.up(-2, 1_000).up(-3, 1_000);
    node.hear(-2, route(D, 5, 3_000)).pass(20 * MS).hear(-2, route(D, 5, 90_000)).effects();

    node.hear(-3, route(D, 5, 4_000)).pass(499 * MS);
    assertThat(node.effects()).noneMatch(effect -> effect.startsWith("ask"));
    node.pass(MS);
    assertThat(node.effects()).containsExactly("ask -3: -9 #6 hops=64");

    node.hear(-3, route(D, 6, 4_000));
    assertThat(node.effects()).contains("-9 via -3");
    assertThat(node.pass(60_000 * MS).effects()).isEmpty();
  }

  @Test
  void hopsAddUpToInfinityNotBeyond() {
    node.up(-2, 1_000).effects();

    node.hear(-2, route(D, 5, Dsdv.INFINITE - 500));

    assertThat(node.dsdv.nextHop(D)).isZero();
    assertThat(node.effects()).noneMatch(effect -> effect.startsWith("to"));
  }

  @Test
  void ownRouteIsNotLearntFromOthers() {
    node.up(-2, 1_000).effects();

    node.hear(-2, route(SELF, 99, 1), route(0, 1, 1));

    assertThat(node.effects()).isEmpty();
    assertThat(node.dsdv.nextHop(SELF)).isZero();
  }

  @Test
  void destinationsBeyondTheLimitAreIgnored() {
    node.up(-2, 1_000);
    for (int i = 0; i < 2_000; i++) {
      node.hear(-2, route(-100 - i, 1, 1));
    }

    assertThat(node.dsdv.knownNodes()).hasSize(DsdvScenario.SETTINGS.maxNodes());
  }

  private void onlyInfeasibleLeft() {
    node.up(-2, 1_000).up(-3, 1_000);
    node.hear(-2, route(D, 5, 3_000)).hear(-3, route(D, 5, 4_000)).pass(20 * MS);
    node.down(-2).effects();
  }
}
