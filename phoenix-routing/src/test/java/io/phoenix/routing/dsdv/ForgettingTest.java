package io.phoenix.routing.dsdv;

import static io.phoenix.routing.dsdv.DsdvBench.MS;
import static io.phoenix.routing.dsdv.DsdvBench.SELF;
import static io.phoenix.routing.dsdv.DsdvBench.lost;
import static io.phoenix.routing.dsdv.DsdvBench.route;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Nodes that vanish or leave. Forgotten after 3 s; 20 s of hold; 20 s of disbelief. */
class ForgettingTest {
  private static final long D = -9;

  private final DsdvBench node = new DsdvBench();

  @Test
  void vanishedNodeIsForgottenAfterAWhileAndOnce() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).hear(-2, lost(D, 5)).effects();

    assertThat(node.pass(2_999 * MS).effects()).isEmpty();
    assertThat(node.dsdv.knownNodes()).containsExactly(D);
    assertThat(node.pass(MS).effects()).containsExactly("forgotten -9");
    assertThat(node.dsdv.knownNodes()).isEmpty();
    assertThat(node.pass(100_000 * MS).effects()).isEmpty();
  }

  @Test
  void nodeThatComesBackInTimeIsNotForgotten() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).hear(-2, lost(D, 5)).pass(2_000 * MS);
    node.hear(-2, route(D, 6, 3_000)).effects();

    assertThat(node.pass(100_000 * MS).effects()).isEmpty();
    node.hear(-2, lost(D, 6)).effects();
    assertThat(node.pass(2_999 * MS).effects()).isEmpty();
    assertThat(node.pass(MS).effects()).containsExactly("forgotten -9");
  }

  @Test
  void forgottenNodeIsLearntAgainButItsFeasibilityDistanceHeld() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).hear(-2, lost(D, 5)).pass(19_000 * MS);
    node.effects();

    node.hear(-2, route(D, 5, 4_000));
    assertThat(node.effects()).containsExactly("ask -2: -9 #6 hops=64");
    node.hear(-2, route(D, 6, 4_000));
    assertThat(node.effects()).contains("-9 via -2");
    assertThat(node.dsdv.knownNodes()).containsExactly(D);
  }

  @Test
  void feasibilityDistanceIsDroppedAfterTheHoldTime() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).hear(-2, lost(D, 5)).pass(23_000 * MS);
    node.effects();

    node.hear(-2, route(D, 5, 4_000));

    assertThat(node.effects()).contains("-9 via -2");
  }

  @Test
  void feasibilityDistanceIsHeldWhileSomebodyOffersARoute() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).hear(-2, lost(D, 5));
    node.hear(-2, route(D, 5, 4_000)).pass(100_000 * MS);

    assertThat(node.dsdv.nextHop(D)).isZero();
    assertThat(node.effects()).contains("ask -2: -9 #6 hops=64", "forgotten -9");
  }

  @Test
  void nodeThatLeftIsForgottenAtOnceAndRetracted() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000)).effects();

    node.departed(D);

    assertThat(node.effects()).containsExactly("lost -9", "to -2: [-9 #5 lost]");
    assertThat(node.dsdv.knownNodes()).isEmpty();
    assertThat(node.pass(100_000 * MS).effects()).doesNotContain("forgotten -9");
  }

  @Test
  void newsOfANodeThatLeftIsNotBelievedForAWhile() {
    node.up(-2, 1_000).departed(D).effects();

    node.hear(-2, route(D, 6, 3_000)).asked(-2, D, 7, 64).pass(19_999 * MS);
    assertThat(node.effects()).isEmpty();
    assertThat(node.dsdv.knownNodes()).isEmpty();

    node.pass(MS); // it is still offered: the name has come back after all
    assertThat(node.effects()).contains("-9 via -2");
  }

  @Test
  void onlySoManyNodesThatLeftAreRemembered() {
    node.up(-2, 1_000).departed(D).hear(-2, route(D, 6, 3_000)).effects();

    for (int i = 0; i < DsdvScenario.SETTINGS.maxDeparted(); i++) {
      node.departed(-100 - i);
    }

    assertThat(node.effects()).contains("-9 via -2");
  }

  @Test
  void ownDepartureIsNoNews() {
    node.up(-2, 1_000).effects();

    assertThat(node.departed(SELF).effects()).isEmpty();
  }
}
