package io.phoenix.routing.link;

import static io.phoenix.routing.link.HandWorld.MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.proto.Control;
import org.junit.jupiter.api.Test;

class KeepAliveTest {
  private final HandWorld world = new HandWorld();
  private final TestNode a = new TestNode(world, -1);
  private final TestNode b = new TestNode(world, -2);

  private void link() {
    a.dial(b);
    world.run(100 * MS);
    assertThat(a.linkTo(b).isUp()).isTrue();
  }

  @Test
  void silentPeerIsGivenUpAfterDeadNs() {
    link();
    world.wires.forEach(w -> w.cut = true);
    world.run(4_000 * MS);
    assertThat(a.linkTo(b).isUp()).isTrue();
    world.run(1_100 * MS);
    assertThat(a.events.get(1))
        .isEqualTo("down ~7ffffffffffffffe: nothing was heard from 10.0.0.2:7000 for 5000 ms");
    assertThat(a.portState().lastFailure())
        .isEqualTo("nothing was heard from 10.0.0.2:7000 for 5000 ms");
  }

  @Test
  void linkAtRestStaysUp() {
    link();
    world.run(600_000 * MS);
    assertThat(a.events).hasSize(1);
    assertThat(b.events).hasSize(1);
  }

  @Test
  void everyByteIsASignOfLife() {
    RawPeer raw = world.dialRaw(a.port);
    world.run(10 * MS);
    raw.send(RawPeer.hello(-9).setDial(1));
    world.run(10 * MS);
    world.wires.get(1).cut = true; // it hears no Ping any more, so it answers none
    raw.send(new byte[] {0, 0, 100, 0, 1}); // the beginning of a long control message
    for (int i = 0; i < 30; i++) {
      raw.send(new byte[1]);
      world.run(1_000 * MS);
    }
    assertThat(a.links.link(-9)).isNotNull();
  }

  @Test
  void peerThatSendsButNeverReadsIsGivenUpInTheEnd() {
    RawPeer raw = world.dialRaw(a.port);
    world.run(10 * MS);
    raw.send(RawPeer.hello(-9).setDial(1));
    world.run(10 * MS);
    world.wires.get(1).cut = true;
    for (int i = 0; i < 70; i++) {
      if (a.links.link(-9) != null) {
        raw.send(Controls.ping(i));
      }
      world.run(1_000 * MS);
      assertThat(a.links.link(-9) == null).as("given up after %d s", i + 1).isEqualTo(i > 60);
    }
    assertThat(a.events.get(1)).contains("raw:50000 sends but has not read for 60");
  }

  @Test
  void roundTripIsSmoothed() {
    link();
    assertThat(a.linkTo(b).rttNs()).isEqualTo(2 * MS);
    world.latencyNs = 9 * MS;
    world.run(1_000 * MS);
    assertThat(a.linkTo(b).rttNs()).isEqualTo(2 * MS + (18 - 2) * MS / 8);
    assertThat(a.costs).isEqualTo(1);
    world.run(60_000 * MS);
    assertThat(a.linkTo(b).rttNs()).isBetween(17_900_000L, 18_000_000L);
    assertThat(a.costs).isBetween(60, 68);
  }

  @Test
  void roundTripAboveTheIntervalIsMeasuredToo() {
    world.latencyNs = 1_200 * MS;
    a.dial(b);
    world.run(20_000 * MS);
    assertThat(a.linkTo(b).rttNs()).isEqualTo(2_400 * MS);
    assertThat(a.costs).isPositive();
  }

  @Test
  void pongThatNobodyAskedForIsIgnored() {
    RawPeer raw = world.dialRaw(a.port);
    world.run(10 * MS);
    raw.send(RawPeer.hello(-9).setDial(1));
    world.run(10 * MS);
    long rttNs = a.links.link(-9).rttNs();
    raw.send(Controls.pong(12345));
    raw.send(
        raw.heard.stream()
            .filter(Control::hasPing)
            .findFirst()
            .map(p -> Controls.pong(p.getPing().getNonce()))
            .orElseThrow());
    world.run(500 * MS);
    assertThat(a.links.link(-9).rttNs()).isEqualTo(rttNs);
    assertThat(a.costs).isZero();

    world.wires.get(1).cut = true; // the next Ping is not answered
    world.run(1_500 * MS);
    raw.send(Controls.pong(12345));
    world.run(10 * MS);
    assertThat(a.costs).isZero();
  }

  @Test
  void pingIsAnsweredAtOnce() {
    RawPeer raw = world.dialRaw(a.port);
    world.run(10 * MS);
    raw.send(RawPeer.hello(-9).setDial(1));
    world.run(10 * MS);
    raw.send(Controls.ping(77));
    world.run(2 * MS);
    assertThat(raw.lastHeard()).isEqualTo(Controls.pong(77));
  }

  @Test
  void nodeThatSleptDoesNotBlameItsPeers() {
    link();
    world.run(700 * MS);
    long downAt = world.nowNs;
    world.sleep(30_000 * MS);
    world.run(1_000 * MS);
    assertThat(a.events).as("after %d", downAt).hasSize(1);
    assertThat(b.events).hasSize(1);
  }

  @Test
  void linkAtRestCostsLittle() {
    link();
    long before = a.links.counters().controlBytesOut();
    world.run(100_000 * MS);
    long perSecond = (a.links.counters().controlBytesOut() - before) / 100;
    assertThat(perSecond).as("bytes per link and second").isBetween(16L, 40L);
    assertThat(a.links.counters().bytesIn()).isEqualTo(b.links.counters().bytesOut());
    assertThat(a.links.counters().framesIn()).isEqualTo(b.links.counters().framesOut());
    assertThat(a.links.counters().controlBytesIn()).isEqualTo(a.links.counters().bytesIn());
  }
}
