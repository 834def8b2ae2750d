package io.phoenix.routing.dsdv;

import static io.phoenix.routing.dsdv.DsdvBench.MS;
import static io.phoenix.routing.dsdv.DsdvBench.SELF;
import static io.phoenix.routing.dsdv.DsdvBench.lost;
import static io.phoenix.routing.dsdv.DsdvBench.route;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The claims of Perkins and Bhagwat, SIGCOMM 1994, one by one, and where they are departed from.
 */
class DsdvPaperTest {
  private static final long D = -9;

  private final DsdvBench node = new DsdvBench();

  /** §3.2: routes with more recent sequence numbers are preferred whatever their metric. */
  @Test
  void newerSequenceNumberWins() {
    node.up(-2, 1_000).up(-3, 1_000).hear(-2, route(D, 5, 3_000)).pass(20 * MS);

    node.hear(-2, lost(D, 5)).hear(-3, route(D, 5, 3_900), route(D, 6, 90_000));

    assertThat(node.dsdv.nextHop(D)).isEqualTo(-3);
    assertThat(node.dsdv.distanceNs(D)).isEqualTo(91_000_000);
  }

  /** §3.2: an older number is never taken once a newer one has been advertised. */
  @Test
  void olderSequenceNumberNeverComesBack() {
    node.up(-2, 1_000).up(-3, 1_000).hear(-2, route(D, 6, 90_000)).pass(20 * MS);

    node.hear(-3, route(D, 5, 1));
    assertThat(node.dsdv.nextHop(D)).isEqualTo(-2);

    node.down(-2);
    assertThat(node.dsdv.nextHop(D)).isZero();
  }

  /** §3.2: among equal numbers, the smaller metric is preferred. */
  @Test
  void smallerMetricWinsUnderTheSameNumber() {
    node.up(-2, 1_000).up(-3, 1_000).hear(-2, route(D, 6, 9_000)).pass(20 * MS);

    node.hear(-3, route(D, 6, 2_000));

    assertThat(node.dsdv.nextHop(D)).isEqualTo(-3);
  }

  /** §3.2: the metric is increased by the hop over which the news came. */
  @Test
  void eachHopAddsItsCost() {
    node.up(-2, 1_234).hear(-2, route(D, 6, 9_000));

    assertThat(node.effects()).contains("to -2: [-9 #6 at 10234]");
  }

  /** §3.2: only the destination makes numbers. Others pass on the number that they heard. */
  @Test
  void numbersAreTheDestinationsOwn() {
    node.up(-2, 1_000).effects();

    node.hear(-2, route(D, 6, 9_000));
    assertThat(node.effects()).contains("to -2: [-9 #6 at 10000]");

    node.hear(-2, route(SELF, 99, 1)).asked(-2, SELF, 2, 64);
    assertThat(node.effects()).containsExactly("to -2: [-1 #2 at 0]");
  }

  /**
   * §3.2: a broken link is told as an infinite metric, at once. Departs from there: under the
   * number that the route had, not under the next odd one, so that alternatives elsewhere stay
   * valid.
   */
  @Test
  void brokenLinkIsToldAtOnceUnderTheSameNumber() {
    node.up(-2, 1_000).up(-3, 1_000).hear(-2, route(D, 6, 9_000)).pass(20 * MS);
    node.hear(-3, route(-8, 5, 3_000)).effects(); // an update: what is not urgent waits from now on

    node.down(-2);

    assertThat(node.effects()).containsExactly("lost -9", "to -3: [-9 #6 lost]");
  }

  /**
   * §3.4 damps fluctuations by holding a new number back until its best metric has come. Departs
   * from there: a newer number alone does not change the next hop at all.
   */
  @Test
  void newerNumberOverALongerPathDoesNotMakeTheRouteFluctuate() {
    node.up(-2, 1_000).up(-3, 1_000).hear(-2, route(D, 5, 3_000)).pass(20 * MS).effects();

    node.hear(-3, route(D, 6, 9_000)).hear(-2, route(D, 6, 3_000)).pass(20 * MS);

    assertThat(node.effects()).isEmpty();
    assertThat(node.dsdv.nextHop(D)).isEqualTo(-2);
  }

  /** §3.3: incremental updates carry what changed since the last one, not the table. */
  @Test
  void updateCarriesOnlyWhatChanged() {
    node.up(-2, 1_000).hear(-2, route(D, 5, 3_000), route(-8, 5, 3_000)).pass(20 * MS).effects();

    node.hear(-2, route(D, 5, 30_000), route(-8, 5, 3_000));

    assertThat(node.effects()).containsExactly("to -2: [-9 #5 at 31000]");
  }
}
