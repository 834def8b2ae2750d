package io.phoenix.routing.flow;

import static io.phoenix.routing.flow.FlowPair.MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.routing.wire.Frames;
import org.junit.jupiter.api.Test;

/** How much may be under way, and how the receiver holds the sender back. */
class FlowCreditTest {
  private final FlowPair pair = new FlowPair(1);
  private final FlowPeer a = pair.a;
  private final FlowPeer b = pair.b;

  @Test
  void noMoreIsUnderWayThanTheWindow() {
    b.intakeFull = true;
    for (int i = 0; i < 100; i++) {
      pair.send(a, Lane.BULK, 100_000);
    }
    pair.world.runFor(10_000 * MS);
    long window = Lane.windowBytes(Lane.BULK);
    assertThat(b.bulkBytesIn)
        .isLessThanOrEqualTo(window)
        .isGreaterThan(window - Frames.MAX_FRAGMENT - Lane.FRAME_OVERHEAD);
    pair.world.runFor(100_000 * MS);
    assertThat(b.bulkBytesIn).as("and waiting does not help").isLessThanOrEqualTo(window);
    b.openIntake();
    pair.world.runFor(10_000 * MS);
    pair.checkAllArrived();
  }

  @Test
  void otherLaneIsNotHeldBack() {
    b.intakeFull = true;
    for (int i = 0; i < 100; i++) {
      pair.send(a, Lane.BULK, 100_000);
    }
    pair.world.runFor(1_000 * MS);
    Message urgent = pair.send(a, Lane.URGENT, 8);
    pair.world.runFor(1_000 * MS);
    assertThat(b.arrivals).last().extracting(x -> x.message().tag()).isEqualTo(urgent.tag());
  }

  @Test
  void emptyMessagesUseUpTheWindowToo() {
    b.intakeFull = true;
    int most = (int) (Lane.windowBytes(Lane.URGENT) / Lane.FRAME_OVERHEAD);
    for (int i = 0; i < most + 500; i++) {
      pair.send(a, Lane.URGENT, 0);
    }
    pair.world.runFor(10_000 * MS);
    assertThat(b.arrivals).hasSize(most);
    b.openIntake();
    pair.world.runFor(10_000 * MS);
    pair.checkAllArrived();
  }

  @Test
  void creditThatWasLostOnTheWayIsAskedFor() {
    b.intakeFull = true;
    for (int i = 0; i < 60; i++) {
      pair.send(a, Lane.BULK, 100_000);
    }
    pair.world.runFor(5_000 * MS);
    int[] losses = {1};
    a.losesAck = x -> losses[0]-- > 0;
    b.openIntake();
    pair.world.runFor(10_000 * MS);
    pair.checkAllArrived();
  }

  @Test
  void creditIsRenewedBeforeTheSenderRunsDry() {
    for (int i = 0; i < 400; i++) {
      pair.send(a, Lane.BULK, 100_000); // ten windows
    }
    pair.world.runFor(20_000 * MS);
    pair.checkAllArrived();
    assertThat(b.heard).as("nobody had to ask for credit").doesNotContain("probe");
  }

  @Test
  void whatIsLostGivesItsCreditBack() {
    long[] lossBytes = {3 * Lane.windowBytes(Lane.BULK)};
    b.losesData = h -> (lossBytes[0] -= h.total) > 0;
    for (int i = 0; i < 1000; i++) {
      pair.send(a, Lane.BULK, 10_000);
    }
    pair.world.runFor(60_000 * MS);
    assertThat(lossBytes[0]).isNegative();
    pair.checkAllArrived();
  }

  @Test
  void duplicatesGrantNoCredit() {
    b.copies = 3;
    for (int i = 0; i < 10; i++) {
      pair.send(a, Lane.BULK, 1000);
    }
    pair.world.runFor(1_000 * MS);
    pair.checkAllArrived();
    assertThat(a.bulkCredit)
        .isEqualTo(Lane.windowBytes(Lane.BULK) + 10 * (1000 + Lane.FRAME_OVERHEAD));
  }

  @Test
  void cutsGrantNoCredit() {
    b.intakeFull = true;
    for (int i = 0; i < 60; i++) {
      pair.send(a, Lane.BULK, 100_000);
    }
    for (int i = 0; i < 10; i++) {
      pair.world.runFor(2 * MS);
      pair.cut(0);
      pair.world.runFor(1_000 * MS);
    }
    assertThat(b.arrivals).hasSize((int) (Lane.windowBytes(Lane.BULK) / 100_256));
    b.openIntake();
    pair.world.runFor(10_000 * MS);
    pair.checkAllArrived();
  }

  @Test
  void nodeThatIsHeldBackDoesNotHoldBackOthers() {
    long elsewhere = -3;
    a.gateway = b.name;
    b.intakeFull = true;
    for (int i = 0; i < 100; i++) {
      pair.send(a, Lane.BULK, 100_000);
    }
    pair.world.runFor(1_000 * MS);
    int framesBefore = b.frames.size();
    Message other = new Message(a.name, elsewhere, 0, new byte[8]);
    a.send(elsewhere, Lane.BULK, new Parcel(other, Kind.APP, Parcel.OWN, false), 0);
    pair.world.runFor(MS);
    assertThat(b.frames.subList(framesBefore, b.frames.size()))
        .containsExactly(new FlowPeer.Frame(elsewhere, Lane.BULK, 1));
  }
}
