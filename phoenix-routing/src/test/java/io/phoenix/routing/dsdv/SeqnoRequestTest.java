package io.phoenix.routing.dsdv;

import static io.phoenix.routing.dsdv.DsdvBench.MS;
import static io.phoenix.routing.dsdv.DsdvBench.SELF;
import static io.phoenix.routing.dsdv.DsdvBench.lost;
import static io.phoenix.routing.dsdv.DsdvBench.route;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a node does when others ask for a newer sequence number. */
class SeqnoRequestTest {
  private static final long D = -9;

  private final DsdvBench node = new DsdvBench();

  @Test
  void destinationCountsUpAndTellsAllAtOnce() {
    node.up(-2, 1_000).up(-3, 1_000).effects();

    node.asked(-2, SELF, 2, 64);

    assertThat(node.effects()).containsExactly("to -2: [-1 #2 at 0]", "to -3: [-1 #2 at 0]");
  }

  @Test
  void destinationDoesNotCountUpForWhatItHasToldAlready() {
    node.up(-2, 1_000).asked(-2, SELF, 2, 64).effects();

    assertThat(node.asked(-2, SELF, 2, 64).pass(100 * MS).effects()).isEmpty();
  }

  @Test
  void destinationCountsUpToWhatIsAskedFor() {
    assertThat(node.up(-2, 1_000).asked(-2, SELF, 7, 64).effects()).contains("to -2: [-1 #7 at 0]");
  }

  @Test
  void destinationCountsUpByABoundedStepAndNotTooOften() {
    node.up(-2, 1_000).asked(-2, SELF, Long.MAX_VALUE, 64).effects();

    node.asked(-2, SELF, Long.MAX_VALUE, 64).asked(-2, SELF, Long.MAX_VALUE, 64);
    assertThat(node.effects()).isEmpty();

    assertThat(node.pass(10 * MS).effects()).containsExactly("to -2: [-1 #1025 at 0]");
    assertThat(node.pass(100 * MS).effects()).isEmpty();
  }

  @Test
  void requestIsPassedOnAlongTheRouteAndTheAnswerPassedBackAtOnce() {
    node.up(-2, 1_000).up(-3, 1_000).hear(-2, route(D, 5, 3_000)).effects();

    node.asked(-3, D, 6, 10);
    assertThat(node.effects()).containsExactly("ask -2: -9 #6 hops=9");

    node.hear(-2, route(D, 6, 3_000));
    assertThat(node.effects()).containsExactly("to -2: [-9 #6 at 4000]", "to -3: [-9 #6 at 4000]");
  }

  @Test
  void numberThatNobodyAskedForIsNotPassedOn() {
    node.up(-2, 1_000).up(-3, 1_000).hear(-2, route(D, 5, 3_000)).pass(20 * MS).effects();

    assertThat(node.hear(-2, route(D, 6, 3_000)).pass(1_000 * MS).effects()).isEmpty();

    // But whoever asks for it later is told, and nobody else is bothered.
    assertThat(node.asked(-3, D, 6, 64).effects())
        .containsExactly("to -2: [-9 #6 at 4000]", "to -3: [-9 #6 at 4000]");
    assertThat(node.asked(-3, D, 6, 64).pass(1_000 * MS).effects()).isEmpty();
  }

  @Test
  void answerIsTakenFromWhoeverBringsItFirst() {
    node.up(-2, 1_000).up(-3, 1_000).up(-4, 1_000).hear(-2, route(D, 5, 3_000));
    node.asked(-3, D, 6, 10).effects();

    node.hear(-4, route(D, 6, 50_000));

    assertThat(node.effects()).contains("-9 via -4", "to -3: [-9 #6 at 51000]");
  }

  @Test
  void sameRequestIsNotPassedOnTwiceInAShortTime() {
    node.up(-2, 1_000).up(-3, 1_000).up(-4, 1_000).hear(-2, route(D, 5, 3_000));
    node.asked(-3, D, 6, 10).effects();

    assertThat(node.asked(-4, D, 6, 10).effects()).isEmpty();
    assertThat(node.asked(-4, D, 7, 10).effects()).containsExactly("ask -2: -9 #7 hops=9");
    assertThat(node.pass(100 * MS).asked(-4, D, 7, 10).effects())
        .containsExactly("ask -2: -9 #7 hops=9");
  }

  @Test
  void requestThatHasGoneFarEnoughIsDropped() {
    node.up(-2, 1_000).up(-3, 1_000).hear(-2, route(D, 5, 3_000)).effects();

    assertThat(node.asked(-3, D, 6, 0).effects()).isEmpty();
    assertThat(node.asked(-3, D, 6, 1).effects()).containsExactly("ask -2: -9 #6 hops=0");
  }

  @Test
  void requestIsNotSentBackToItsSender() {
    node.up(-2, 1_000).up(-3, 1_000).hear(-2, route(D, 5, 3_000)).effects();

    assertThat(node.asked(-2, D, 6, 10).effects()).isEmpty();

    node.hear(-3, route(D, 5, 9_000)); // infeasible here, but it leads there
    assertThat(node.asked(-2, D, 6, 10).effects()).containsExactly("ask -3: -9 #6 hops=9");
  }

  @Test
  void requestFollowsTheRouteWhenItChanges() {
    node.up(-2, 1_000).up(-3, 1_000).up(-4, 1_000);
    node.hear(-2, route(D, 5, 3_000)).hear(-4, route(D, 5, 3_500)).pass(20 * MS);
    node.asked(-3, D, 6, 10).effects();

    node.hear(-2, lost(D, 5));

    assertThat(node.effects()).contains("ask -4: -9 #6 hops=9");
  }

  @Test
  void requestForWhatIsNotKnownIsIgnored() {
    node.up(-2, 1_000).effects();

    assertThat(node.asked(-2, D, 6, 10).pass(10_000 * MS).effects()).isEmpty();
  }
}
