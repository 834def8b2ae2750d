package io.phoenix.routing.flow;

import static io.phoenix.routing.flow.FlowPair.MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.NodeConfig;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Order, exactly once, and who goes first, between peers that behave and peers that do not. */
class FlowsTest {
  private final FlowPair pair = new FlowPair(1);
  private final FlowPeer a = pair.a;
  private final FlowPeer b = pair.b;

  private static DataHeader header(long seq) {
    DataHeader h = new DataHeader();
    h.src = -1;
    h.dst = -2;
    h.seq = seq;
    h.first = true;
    h.last = true;
    return h;
  }

  /** Gives B a frame as if A had sent it, with nothing else going on. */
  private void give(long seq, int bytes) {
    long nowNs = b.host.loop().nowNs();
    b.flows.onData(header(seq), ByteBuffer.allocate(bytes), nowNs);
    b.links.pump(nowNs);
  }

  @Test
  void messagesOfOneMomentAreAcknowledgedTogether() {
    for (int i = 0; i < 100; i++) {
      pair.send(a, Lane.BULK, 8);
    }
    pair.world.runFor(100 * MS);
    pair.checkAllArrived();
    assertThat(a.heard).containsExactly("ack 100");
  }

  @Test
  void lanesHaveNumbersOfTheirOwn() {
    pair.send(a, Lane.BULK, 8);
    pair.send(a, Lane.URGENT, 8);
    pair.send(b, Lane.BULK, 8);
    pair.world.runFor(100 * MS);
    pair.checkAllArrived();
    assertThat(b.heard).contains("data 1").doesNotContain("data 2");
    assertThat(b.flows.acceptedFrom(a.name)).isEqualTo(new Positions(1, 1));
    assertThat(a.flows.acceptedFrom(b.name)).isEqualTo(new Positions(1, 0));
    assertThat(a.flows.acceptedFrom(-99)).isEqualTo(Positions.NONE);
  }

  @Test
  void urgentMessagePassesAllBulkDataThatIsNotInTheWireYet() {
    long framesBefore = a.links.counters().framesOut();
    for (int i = 0; i < 30; i++) {
      pair.send(a, Lane.BULK, 100_000);
    }
    int inTheWire = (int) (a.links.counters().framesOut() - framesBefore);
    pair.send(a, Lane.URGENT, 8);
    pair.world.runFor(5000 * MS);
    pair.checkAllArrived();
    assertThat(inTheWire).isLessThan(10);
    assertThat(b.frames.get(inTheWire).lane()).isEqualTo(Lane.URGENT);
  }

  @Test
  void longMessageDelaysAnotherNodesByOneFrame() {
    long elsewhere = -3;
    a.gateway = b.name;
    long framesBefore = a.links.counters().framesOut();
    pair.send(a, Lane.BULK, 3_000_000);
    int inTheWire = (int) (a.links.counters().framesOut() - framesBefore);
    Message small = new Message(a.name, elsewhere, 0, new byte[8]);
    a.send(elsewhere, Lane.BULK, new Parcel(small, Kind.APP, Parcel.OWN, false), 0);
    pair.world.runFor(1000 * MS);
    pair.checkOrder();
    assertThat(b.frames).hasSizeGreaterThan(90);
    int place = b.frames.indexOf(new FlowPeer.Frame(elsewhere, Lane.BULK, 1));
    assertThat(place).isBetween(inTheWire, inTheWire + 1);
  }

  @Test
  void messageIsKeptUntilItsLastFrameIsAccepted() {
    b.losesData = h -> h.last;
    a.flows.sendOwn(b.name, Lane.BULK, new Message(a.name, 1, 0, new byte[100_000]), 0, 0);
    a.links.pump(a.host.loop().nowNs());
    pair.world.runFor(1000 * MS);
    assertThat(b.flows.acceptedFrom(a.name)).isEqualTo(new Positions(3, 0));
    assertThat(a.heard).contains("ack 3");
    assertThat(a.flows.unacknowledged(b.name)).isEqualTo(1);
    assertThat(a.accepted).isEmpty();
    assertThat(b.arrivals).isEmpty();
    b.losesData = h -> false;
    pair.world.runFor(5000 * MS);
    assertThat(a.flows.unacknowledged(b.name)).isZero();
    assertThat(a.accepted).hasSize(1);
    assertThat(b.arrivals).hasSize(1);
  }

  @Test
  void duplicatesAreDroppedAndAcknowledgedAgain() {
    b.copies = 3;
    pair.send(a, Lane.BULK, 100_000);
    pair.send(a, Lane.BULK, 0);
    pair.world.runFor(100 * MS);
    pair.checkAllArrived();
    assertThat(a.heard).last().isEqualTo("ack 5");
  }

  @Test
  void duplicateThatComesLateIsAcknowledgedAgain() {
    give(1, 8);
    pair.world.runFor(100 * MS);
    assertThat(a.heard).containsExactly("ack 1");
    give(1, 8); // so that acknowledgement was lost
    pair.world.runFor(100 * MS);
    assertThat(a.heard).containsExactly("ack 1", "ack 1");
    assertThat(b.arrivals).hasSize(1);
  }

  @Test
  void quarterOfTheWindowIsAcknowledgedWithoutDelay() {
    long quarter = Lane.windowBytes(Lane.BULK) / 4;
    long frames = quarter / Frames.MAX_FRAGMENT;
    for (long seq = 1; seq <= frames; seq++) {
      give(seq, Frames.MAX_FRAGMENT);
    }
    pair.world.runFor(MS); // less than an acknowledgement may wait for company
    assertThat(a.heard).containsExactly("ack " + frames);
  }

  @Test
  void acknowledgementOfWhatWasNeverSentIsIgnored() {
    a.losesAck = x -> true;
    pair.send(a, Lane.BULK, 8);
    AckHeader ack = new AckHeader();
    ack.src = b.name;
    ack.dst = a.name;
    ack.ackSeq = 2;
    ack.creditBytes = Long.MAX_VALUE;
    a.flows.onAck(ack, a.host.loop().nowNs());
    assertThat(a.flows.unacknowledged(b.name)).isEqualTo(1);
    ack.src = -99;
    a.flows.onAck(ack, a.host.loop().nowNs());
    a.losesAck = x -> false;
    pair.world.runFor(5_000 * MS);
    pair.checkAllArrived();
  }

  @Test
  void fragmentsThatDoNotFitTogetherAreNoMessage() {
    DataHeader h = header(1);
    h.total = 10;
    h.last = false;
    b.flows.onData(h, ByteBuffer.allocate(8), 0);
    h.seq = 2;
    h.first = false;
    b.flows.onData(h, ByteBuffer.allocate(8), 0); // more than the whole
    h.seq = 3;
    h.last = true;
    b.flows.onData(h, ByteBuffer.allocate(2), 0); // of nothing
    h.seq = 4;
    h.first = true;
    h.last = false;
    b.flows.onData(h, ByteBuffer.allocate(4), 0);
    h.seq = 5;
    h.first = false;
    h.last = true;
    b.flows.onData(h, ByteBuffer.allocate(4), 0); // less than the whole
    assertThat(b.arrivals).isEmpty();
    h.seq = 6;
    h.first = true;
    h.total = 3;
    b.flows.onData(h, ByteBuffer.allocate(3), 0);
    assertThat(b.arrivals).as("the next one is received").hasSize(1);
  }

  @Test
  void roomIsMadeForWhatComesNotForWhatIsClaimed() {
    DataHeader h = header(1);
    h.last = false;
    h.total = NodeConfig.MAX_PAYLOAD;
    b.gateway = a.name;
    for (int peer = 1; peer <= 60; peer++) { // together more than any memory
      h.src = -10L - peer;
      b.flows.onData(a.name, h, ByteBuffer.allocate(8), 0);
    }
    assertThat(b.flows.acceptedFrom(-11)).as("alone, it is allowed").isEqualTo(new Positions(1, 0));
    assertThat(b.flows.acceptedFrom(-12)).as("no room, so not taken").isEqualTo(Positions.NONE);
    assertThat(b.flows.assemblyBytes()).isEqualTo(NodeConfig.MAX_PAYLOAD);
  }

  @Test
  void shareOfOneNeighbourLeavesRoomForWhatComesByAnother() {
    DataHeader h = header(1);
    h.last = false;
    h.total = 1 << 20;
    b.gateway = a.name;
    for (int i = 1; i <= 1000; i++) {
      h.src = -10L - i;
      b.flows.onData(a.name, h, ByteBuffer.allocate(8), 0);
    }
    assertThat(b.flows.assemblyBytes()).isEqualTo(Assembly.MAX_BYTES / 2);
    h.src = -5000;
    b.flows.onData(-3, h, ByteBuffer.allocate(8), 0);
    assertThat(b.flows.acceptedFrom(-5000)).isEqualTo(new Positions(1, 0));
  }

  @Test
  void messagesThatAreWholeOrBrokenGiveTheirRoomBack() {
    pair.send(a, Lane.BULK, 200_000);
    pair.world.runFor(1_000 * MS);
    pair.checkAllArrived();
    assertThat(b.flows.assemblyBytes()).isZero();
    DataHeader h = header(8);
    h.total = 100_000;
    h.last = false;
    b.flows.onData(h, ByteBuffer.allocate(8), 0);
    assertThat(b.flows.assemblyBytes()).isEqualTo(100_000);
    assertThat(b.flows.onData(header(9), ByteBuffer.allocate(8), 0)).isTrue();
    assertThat(b.flows.assemblyBytes()).isZero();
  }

  @Test
  void frameBeyondTheCreditIsNotTaken() {
    b.intakeFull = true; // so that no more credit is granted
    long seq = 1;
    int bytes = 30_000;
    while (b.flows.onData(header(seq), ByteBuffer.allocate(bytes), 0)) {
      seq++;
    }
    assertThat((seq - 1) * (bytes + Lane.FRAME_OVERHEAD)).isLessThanOrEqualTo(4L << 20);
    assertThat(seq * (bytes + Lane.FRAME_OVERHEAD)).isGreaterThan(4L << 20);
    assertThat(b.flows.acceptedFrom(-1)).isEqualTo(new Positions(seq - 1, 0));
    b.openIntake();
    assertThat(b.flows.onData(header(seq), ByteBuffer.allocate(bytes), 0)).isTrue();
  }

  @Test
  void nothingIsRememberedOfSourcesThatNobodyKnows() {
    DataHeader h = header(1);
    ProbeHeader p = new ProbeHeader();
    p.nonce = 7;
    for (int i = 1; i <= 1000; i++) {
      h.src = -10L - i;
      p.src = h.src;
      b.flows.onData(a.name, h, ByteBuffer.allocate(8), 0);
      b.flows.onProbe(p);
    }
    assertThat(b.flows.size()).isZero();
  }

  @Test
  void probeOfAnUnknownSourceIsAnsweredAndNotRemembered() {
    ProbeHeader p = new ProbeHeader();
    p.src = a.name;
    p.dst = b.name;
    p.nonce = 7;
    b.flows.onProbe(p);
    b.links.pump(b.host.loop().nowNs());
    pair.world.runFor(100 * MS);
    assertThat(a.heard).containsExactly("ack 0 probed");
    assertThat(b.flows.size()).isZero();
  }

  @Test
  void inventedSourcesMakeOnlySoManyFlows() {
    DataHeader h = header(1);
    b.gateway = a.name;
    for (int i = 1; i <= 2 * Strangers.MAX; i++) {
      h.src = -10L - i;
      b.flows.onData(-3L - i % 4, h, ByteBuffer.allocate(0), 0);
    }
    assertThat(b.flows.size()).isEqualTo(Strangers.MAX);
    assertThat(b.flows.closeReceiving(-5, a.name)).isNull();
  }

  @Test
  void messageForWhichRoomIsMadeStepByStepArrivesWhole() {
    pair.send(a, Lane.BULK, 20_000_000);
    pair.world.runFor(10_000 * MS);
    pair.checkAllArrived();
  }

  @Test
  void flowAtRestIsSilent() {
    pair.send(a, Lane.BULK, 8);
    pair.world.runFor(5_000 * MS);
    a.heard.clear();
    b.heard.clear();
    pair.world.runFor(100_000 * MS);
    assertThat(a.heard).isEmpty();
    assertThat(b.heard).isEmpty();
  }
}
