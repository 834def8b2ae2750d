package io.phoenix.routing.link;

import static io.phoenix.routing.link.HandWorld.MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a fault here is a loop
class SchedulingTest {
  private final HandWorld world = new HandWorld();
  private final TestNode a = new TestNode(world, -1);
  private final RawPeer peer = world.dialRaw(a.port);
  private Link link;
  private HandWire wire; // A's end

  @BeforeEach
  void handshake() {
    world.run(10 * MS);
    peer.send(RawPeer.hello(-9).setDial(1));
    world.run(10 * MS);
    link = a.links.link(-9);
    wire = world.wires.get(1);
    peer.tags.clear();
  }

  private List<Integer> pumped() {
    a.links.pump(world.nowNs);
    world.run(10 * MS);
    List<Integer> tags = List.copyOf(peer.tags);
    peer.tags.clear();
    return tags;
  }

  @Test
  void bulkSourcesTakeTurns() {
    link.ready(TestSource.bulk(1, 3));
    link.ready(TestSource.bulk(2, 2));
    link.ready(TestSource.bulk(3, 1));
    assertThat(pumped()).containsExactly(1, 2, 3, 1, 2, 1);
  }

  @Test
  void turnsGoOnWhereTheyStopped() {
    wire.highWater = 3 * 164;
    wire.stuck = true;
    link.ready(TestSource.bulk(1, 4));
    link.ready(TestSource.bulk(2, 4));
    assertThat(pumped()).isEmpty();
    wire.unstick();
    world.run(10 * MS);
    assertThat(peer.tags).containsExactly(1, 2, 1, 2, 1, 2);
    wire.flush();
  }

  @Test
  void urgentSourcesGoFirst() {
    link.ready(TestSource.bulk(1, 2));
    link.ready(TestSource.urgent(8, 2));
    link.ready(TestSource.urgent(9, 2));
    assertThat(pumped()).containsExactly(8, 9, 8, 9, 1, 1);
  }

  @Test
  void urgentSourceThatWakesUpAmidBulkGoesNext() {
    TestSource urgent = TestSource.urgent(9, 1);
    TestSource bulk = TestSource.bulk(1, 4);
    bulk.before =
        () -> {
          if (bulk.left == 3) {
            link.ready(urgent);
          }
        };
    link.ready(bulk);
    assertThat(pumped()).containsExactly(1, 1, 9, 1, 1);
  }

  @Test
  void sourceIsQueuedOnce() {
    TestSource source = TestSource.bulk(1, 4);
    TestSource other = TestSource.bulk(2, 4);
    link.ready(source);
    link.ready(other);
    link.ready(source);
    link.ready(source);
    assertThat(pumped()).containsExactly(1, 2, 1, 2, 1, 2, 1, 2);
    source.left = 1;
    link.ready(source);
    assertThat(pumped()).containsExactly(1);
  }

  @Test
  void sourceMayCallReadyWhileItIsPulled() {
    TestSource source = TestSource.bulk(1, 3);
    source.before =
        () -> {
          if (source.left > 1) {
            link.ready(source);
          }
        };
    link.ready(source);
    assertThat(pumped()).containsExactly(1, 1, 1);
  }

  @Test
  void sourceThatPromisesMoreForEverIsNamed() {
    var liar =
        new FrameSource() {
          @Override
          public boolean urgent() {
            return false;
          }

          @Override
          public boolean emit(Link link, long nowNs) {
            return true;
          }

          @Override
          public String toString() {
            return "the liar";
          }
        };
    link.ready(liar);
    assertThatThrownBy(() -> a.links.pump(world.nowNs))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the liar says it has more for %s, and writes nothing", link);
    link.ready(TestSource.bulk(2, 1));
    assertThat(pumped()).containsExactly(2);
  }

  @Test
  void controlPassesDataThatIsNotWrittenYet() {
    link.ready(TestSource.bulk(1, 3));
    link.sendControl(Controls.seqnoRequest(-3, 1, 1));
    link.writeAck(ack());
    assertThat(pumped()).containsExactly(-1, -1, 1, 1, 1);
  }

  @Test
  void controlWaitsForNoMoreThanTheWireHolds() {
    wire.highWater = 2 * 164;
    wire.stuck = true;
    TestSource bulk = TestSource.bulk(1, 1000);
    link.ready(bulk);
    a.links.pump(world.nowNs);
    link.sendControl(Controls.seqnoRequest(-3, 1, 1));
    a.links.pump(world.nowNs);
    wire.unstick();
    world.run(10 * MS);
    assertThat(peer.tags.subList(0, 3)).containsExactly(1, 1, -1);
  }

  @Test
  void nothingIsWrittenToAWireThatIsFull() {
    wire.highWater = 0;
    TestSource bulk = TestSource.bulk(1, 5);
    link.ready(bulk);
    assertThat(pumped()).isEmpty();
    assertThat(bulk.left).isEqualTo(5);
    wire.highWater = 1 << 20;
    wire.unstick();
    assertThat(pumped()).containsExactly(1, 1, 1, 1, 1);
  }

  @Test
  void manyFramesGoOutWithOneFlush() {
    int flushes = wire.flushes;
    link.ready(TestSource.bulk(1, 100));
    a.links.pump(world.nowNs);
    assertThat(wire.flushes).isEqualTo(flushes + 1);
    a.links.pump(world.nowNs);
    assertThat(wire.flushes).as("nothing to do").isEqualTo(flushes + 1);
  }

  @Test
  void peerThatStopsReadingLosesItsLink() {
    wire.stuck = true;
    long sent = 0;
    while (link.isUp() && sent < 100_000_000) {
      for (int i = 0; i < 1000; i++) {
        link.writeAck(ack());
      }
      a.links.pump(world.nowNs);
      sent += 1000 * Frames.ACK_BYTES;
    }
    assertThat(sent).isBetween(8L << 20, (8L << 20) + 100_000);
    assertThat(a.events.get(1))
        .matches(
            "down ~7ffffffffffffff7: raw:50000 has stopped reading: 8\\d{6} bytes wait for it; "
                + "what keeps that node busy\\?");
    link.writeAck(ack()); // has no effect
    a.links.pump(world.nowNs);
  }

  @Test
  void linkMayBeClosedByASource() {
    TestSource source = TestSource.bulk(1, 5);
    source.before =
        () -> {
          if (source.left == 3) {
            link.close("enough", world.nowNs);
            link.ready(TestSource.bulk(2, 1));
            link.sendControl(Controls.seqnoRequest(-3, 1, 1));
          }
        };
    link.ready(source);
    link.ready(TestSource.bulk(3, 5));
    assertThat(pumped()).containsExactly(1, 3, 1, 3, -1);
    assertThat(peer.lastHeard()).isEqualTo(Controls.bye("enough", false));
    assertThat(a.events).endsWith("down ~7ffffffffffffff7: enough");
  }

  @Test
  void linkMayBeClosedByWhatItReceives() {
    TestNode b = new TestNode(world, -2);
    b.dial(a);
    world.run(10 * MS);
    a.onData = l -> l.close("no data here", world.nowNs);
    Link toA = b.linkTo(a);
    toA.ready(TestSource.bulk(1, 5));
    b.links.pump(world.nowNs);
    world.run(3 * MS);
    assertThat(a.tags).as("frames after the end are dropped").containsExactly(1);
    assertThat(a.links.counters().badFrames()).as("and are not held against the peer").isZero();
    assertThat(b.events.get(1)).endsWith("closed the link: no data here");
  }

  @Test
  void sourceOfOneLinkMayWakeAnother() {
    RawPeer other = world.dialRaw(a.port);
    world.run(10 * MS);
    other.send(RawPeer.hello(-8).setDial(1));
    world.run(10 * MS);
    other.tags.clear();
    TestSource source = TestSource.bulk(1, 2);
    source.before =
        () -> {
          a.links.link(-8).ready(TestSource.bulk(7, 1));
          a.links.pump(world.nowNs);
        };
    link.ready(source);
    assertThat(pumped()).containsExactly(1, 1);
    assertThat(other.tags).containsExactly(7, 7);
  }

  @Test
  void sourceThatThrowsDoesNotStopTheOthers() {
    RawPeer other = world.dialRaw(a.port);
    world.run(10 * MS);
    other.send(RawPeer.hello(-8).setDial(1));
    world.run(10 * MS);
    other.tags.clear();
    TestSource broken = TestSource.bulk(1, 1);
    broken.before =
        () -> {
          throw new IllegalStateException("broken");
        };
    link.ready(broken);
    a.links.link(-8).ready(TestSource.bulk(7, 1));
    assertThatThrownBy(() -> a.links.pump(world.nowNs)).hasMessage("broken");
    link.ready(TestSource.bulk(2, 1));
    assertThat(pumped()).containsExactly(2);
    assertThat(other.tags).containsExactly(7);
  }

  @Test
  void thousandsOfSourcesTakeTurns() {
    List<Integer> expected = new ArrayList<>();
    wire.highWater = 1 << 30;
    for (int i = 0; i < 3000; i++) {
      link.ready(TestSource.bulk(i, 2));
      expected.add(i);
    }
    expected.addAll(List.copyOf(expected));
    assertThat(pumped()).isEqualTo(expected);
  }

  @Test
  void dataIsNotCountedAsControl() {
    TestNode b = new TestNode(world, -2);
    b.dial(a);
    world.run(10 * MS);
    LinkCounters in = a.links.counters();
    LinkCounters out = b.links.counters();
    long controlIn = in.controlBytesIn();
    long controlOut = out.controlBytesOut();
    long bytesIn = in.bytesIn();
    b.linkTo(a).ready(TestSource.bulk(1, 3));
    b.linkTo(a).writeAck(ack());
    b.links.pump(world.nowNs);
    world.run(10 * MS);
    assertThat(in.bytesIn() - bytesIn).isEqualTo(3 * 164 + 48);
    assertThat(in.controlBytesIn() - controlIn).isEqualTo(48);
    assertThat(out.controlBytesOut() - controlOut).isEqualTo(48);
  }

  @Test
  void everyKindOfFrameArrives() {
    TestNode b = new TestNode(world, -2);
    b.dial(a);
    world.run(10 * MS);
    a.events.clear();
    Link toA = b.linkTo(a);
    var probe = new ProbeHeader();
    probe.dst = -1;
    probe.src = -2;
    probe.nonce = 5;
    toA.ready(
        new FrameSource() {
          @Override
          public boolean urgent() {
            return true;
          }

          @Override
          public boolean emit(Link l, long nowNs) {
            l.writeProbe(probe);
            return false;
          }
        });
    toA.writeAck(ack());
    toA.sendControl(Controls.routes(List.of(Controls.route(-4, 1, 1))).get(0));
    b.links.pump(world.nowNs);
    world.run(10 * MS);
    assertThat(a.events).containsExactly("ack 42", "control ROUTES", "probe 5");
    assertThat(toA).hasToString("link to ~7fffffffffffffff at 10.0.0.1:7000");
  }

  private static AckHeader ack() {
    var ack = new AckHeader();
    ack.dst = -1;
    ack.src = -9;
    ack.ackSeq = 42;
    return ack;
  }
}
