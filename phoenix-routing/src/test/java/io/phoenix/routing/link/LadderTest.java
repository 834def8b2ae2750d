package io.phoenix.routing.link;

import static io.phoenix.routing.link.HandWorld.MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Explanation;
import io.phoenix.api.Port;
import io.phoenix.api.SshHop;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ladder: a straight link where there can be one, else a tunnel, and back up again. */
class LadderTest {
  private final HandWorld world = new HandWorld();
  private final TestNode a = new TestNode(world, -1);
  private final TestNode b = new TestNode(world, -2);
  private final SshHop gateway = SshHop.parse("gateway");

  private String rung(TestNode node) {
    return node.portState().rung();
  }

  @Test
  void aPortThatCanBeReachedDirectlyIsAndNothingElseIsTried() {
    a.dial(b.port.via(gateway));
    world.run(60_000 * MS);
    assertThat(rung(a)).isEqualTo("direct");
    assertThat(world.dialTimesNs).hasSize(1);
    assertThat(a.portState().rungs())
        .extracting(Explanation.RungState::toString)
        .containsExactly("direct: tried 1 times, last 60000 ms ago", "tunnel: not tried");
  }

  @Test
  void aPortBehindAWallIsReachedThroughTheTunnelAndTheReasonIsTold() {
    world.walled.add(b.port);
    a.dial(b.port.via(gateway));
    world.run(1_000 * MS);
    assertThat(a.linkTo(b).isUp()).isTrue();
    assertThat(rung(a)).isEqualTo("tunnel");
    Explanation.RungState direct = a.portState().rungs().get(0);
    assertThat(direct.lastFailure()).isEqualTo("nobody listens at " + b.port);
    assertThat(direct.attempts()).isPositive();
  }

  @Test
  void aPortThatIsReachedOnlyThroughATunnelIsNotDialledDirectly() {
    a.dial(b.port.onlyVia(gateway));
    world.run(1_000 * MS);
    assertThat(rung(a)).isEqualTo("tunnel");
    assertThat(a.portState().rungs()).hasSize(1);
  }

  @Test
  void theBetterWayIsTriedOnSlowlyAndTakesOverWhenItComesUp() {
    world.walled.add(b.port);
    a.dial(b.port.via(gateway));
    world.run(600_000 * MS);
    assertThat(rung(a)).isEqualTo("tunnel");
    assertThat(a.events).hasSize(1);
    assertThat(world.dialTimesNs).as("dials in ten minutes").hasSizeBetween(10, 60);
    world.walled.clear();
    world.run(65_000 * MS);
    assertThat(rung(a)).isEqualTo("direct");
    assertThat(a.linkTo(b).isUp()).isTrue();
    assertThat(b.linkTo(a).isUp()).isTrue();
    assertThat(a.events).hasSize(3); // up, down, up
    assertThat(b.events).hasSize(3);
    int dials = world.dialTimesNs.size();
    world.run(600_000 * MS);
    assertThat(world.dialTimesNs).hasSize(dials);
  }

  @Test
  void aNodeThatOnlyWasDialledThroughATunnelDialsBackDirectly() {
    world.walled.add(b.port);
    a.dial(b.port.onlyVia(gateway));
    world.run(1_000 * MS);
    b.dial(a.port);
    world.run(5_000 * MS);
    assertThat(a.linkTo(b).isUp()).isTrue();
    assertThat(rung(a)).isEqualTo("direct");
    assertThat(rung(b)).isEqualTo("direct");
  }

  @Test
  void aStraightLinkThatBreaksIsReplacedByATunnelIfItCannotBeMadeAgain() {
    a.dial(b.port.via(gateway));
    world.run(5_000 * MS);
    assertThat(rung(a)).isEqualTo("direct");
    world.walled.add(b.port);
    world.wires.get(0).breakDown();
    world.run(2_000 * MS);
    assertThat(rung(a)).isEqualTo("tunnel");
  }

  @Test
  void whenTheLesserLinkBreaksTheBetterWayIsTriedAtOnceNotSlowly() {
    world.walled.add(b.port);
    a.dial(b.port.via(gateway));
    world.run(600_000 * MS);
    world.walled.clear();
    Port nobody = b.port;
    var acceptor = world.listeners.remove(nobody);
    world.wires.get(0).breakDown();
    world.run(50 * MS);
    world.listeners.put(nobody, acceptor);
    world.run(300 * MS);
    assertThat(rung(a)).isEqualTo("direct");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void bothSidesKeepTheSameWireWhicheverWayTheyMeet(long seed) {
    var random = new SplittableRandom(seed);
    a.dial(b.port.via(gateway));
    b.dial(a.port.onlyVia(gateway));
    for (int i = 0; i < 20; i++) {
      world.settle(random::nextInt);
      if (random.nextBoolean()) {
        world.walled.add(b.port);
      } else {
        world.walled.clear();
      }
      world.run(random.nextLong(2_000 * MS));
    }
    world.walled.clear();
    world.run(70_000 * MS);
    assertThat(a.linkTo(b).isUp()).isTrue();
    assertThat(b.linkTo(a).isUp()).isTrue();
    assertThat(rung(a)).isEqualTo("direct");
    assertThat(rung(b)).isEqualTo("direct");
    assertThat(world.openWires()).hasSize(2);
  }
}
