package io.phoenix.routing.link;

import static io.phoenix.routing.link.HandWorld.MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DiallingTest {
  private final HandWorld world = new HandWorld();
  private final TestNode a = new TestNode(world, -1);
  private final Port nowhere = TestNode.port(-5);

  private List<Long> gapsMs() {
    List<Long> gaps = new ArrayList<>();
    for (int i = 1; i < world.dialTimesNs.size(); i++) {
      gaps.add((world.dialTimesNs.get(i) - world.dialTimesNs.get(i - 1)) / MS);
    }
    return gaps;
  }

  @Test
  void waitsGrowUpToTheirBoundAndThereIsNoEnd() {
    a.dial(nowhere);
    world.run(600_000 * MS);
    List<Long> gaps = gapsMs();
    long backoffMs = 50;
    for (long gap : gaps) {
      assertThat(gap - 2).as("wait without the way").isBetween(backoffMs / 2 - 1, backoffMs + 1);
      backoffMs = Math.min(2 * backoffMs, 5_000);
    }
    assertThat(Set.copyOf(gaps)).as("jittered").hasSizeGreaterThan(gaps.size() / 2);
    assertThat(gaps).hasSizeGreaterThan(600_000 / 5_000);
    assertThat(a.portState().attempts()).isEqualTo(world.dialTimesNs.size());
    assertThat(a.portState().lastFailure()).isEqualTo("nobody listens at 10.0.0.5:7000");
    assertThat(a.portState().linkedTo()).isNull();
    assertThat(a.portState().port()).isEqualTo(nowhere);
  }

  @Test
  void portThatComesUpLaterIsFound() {
    a.dial(nowhere);
    world.run(60_000 * MS);
    var e = new TestNode(world, -5);
    world.run(5_100 * MS);
    assertThat(a.linkTo(e).isUp()).isTrue();
  }

  @Test
  void refusedPortIsTriedSeldom() {
    new TestNode(world, -5, s -> LinkSettings.of("b", 1000, -5, s.helloNs(), s.deadNs()));
    a.dial(nowhere);
    world.run(60_000 * MS);
    assertThat(gapsMs()).hasSizeBetween(11, 24).allMatch(gap -> gap >= 2_500);
  }

  @Test
  void brokenLinkIsDialledAgainSoon() {
    var e = new TestNode(world, -5);
    a.dial(nowhere);
    world.run(10_000 * MS);
    for (int i = 0; i < 5; i++) {
      HandWire last = world.wires.get(world.wires.size() - 1);
      last.breakDown();
      world.run(60 * MS);
      assertThat(a.linkTo(e).isUp()).isTrue();
      assertThat(a.portState().lastFailure()).startsWith("closed by");
      world.run(200 * MS);
    }
    assertThat(a.portState().attempts()).isEqualTo(6);
  }

  @Test
  void peerThatHangsUpAtOnceIsTriedLessAndLess() {
    var e = new TestNode(world, -5);
    e.onUp = link -> link.close("go away", world.nowNs);
    a.dial(nowhere);
    world.run(100_000 * MS);
    assertThat(a.portState().attempts()).isLessThan(60);
    assertThat(gapsMs().get(gapsMs().size() - 1)).isGreaterThan(2_000);
    assertThat(a.portState().lastFailure()).isEqualTo("10.0.0.5:7000 closed the link: go away");
  }

  @Test
  void sameNodeUnderANewNameIsLinkedAgain() {
    var e = new TestNode(world, -5);
    a.dial(nowhere);
    world.run(1_000 * MS);
    e.links.close("restart", world.nowNs);
    var again = new TestNode(world, -6);
    world.listeners.put(nowhere, world.listeners.get(again.port));
    world.run(1_000 * MS);
    assertThat(a.linkTo(again).isUp()).isTrue();
    assertThat(a.portState().linkedTo().value()).isEqualTo(-6);
  }

  @Test
  void portIsAddedOnce() {
    a.dial(nowhere);
    a.dial(new Port(nowhere.host(), nowhere.port()));
    assertThat(a.links.explainPorts(0)).hasSize(1);
    assertThat(world.dialTimesNs).hasSize(1);
  }

  @Test
  void closedNodeDialsNoMore() {
    a.dial(nowhere);
    world.run(500 * MS);
    a.links.close("done", world.nowNs);
    int dials = world.dialTimesNs.size();
    a.dial(TestNode.port(-6));
    world.run(60_000 * MS);
    assertThat(world.dialTimesNs).hasSize(dials);
  }

  @Test
  void wireThatComesAfterTheEndIsClosed() {
    new TestNode(world, -5);
    a.dial(nowhere);
    a.links.close("done", world.nowNs);
    RawPeer raw = world.dialRaw(a.port);
    world.run(100 * MS);
    assertThat(world.openWires()).isEmpty();
    assertThat(raw.closed).isNotNull();
  }
}
