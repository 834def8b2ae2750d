package io.phoenix.routing.flow;

import static io.phoenix.routing.flow.FlowPair.MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Flows with peers that leave, or are no longer waited for. */
class FlowClosingTest {
  private final FlowPair pair = new FlowPair(1);
  private final FlowPeer a = pair.a;
  private final FlowPeer b = pair.b;

  @Test
  void closedFlowReturnsWhatWasNotAccepted() {
    pair.send(a, Lane.BULK, 8);
    pair.world.runFor(100 * MS);
    b.flows.stopReceiving();
    Message second = pair.send(a, Lane.BULK, 8);
    Message urgent = pair.send(a, Lane.URGENT, 8);
    pair.world.runFor(100 * MS);
    assertThat(b.arrivals).hasSize(1);

    List<List<Parcel>> rest =
        a.flows.closeSending(b.name, b.flows.acceptedFrom(a.name), a.host.loop().nowNs());
    assertThat(rest.get(Lane.BULK)).extracting(Parcel::message).containsExactly(second);
    assertThat(rest.get(Lane.URGENT)).extracting(Parcel::message).containsExactly(urgent);
    assertThat(a.flows.isSendClosed(b.name)).isTrue();
    assertThat(a.flows.isOpen(b.name)).isFalse();
    assertThat(a.flows.openPeers()).isEmpty();
    assertThatThrownBy(() -> pair.send(a, Lane.BULK, 8))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("send to a node that has left, peer=-2");
  }

  @Test
  void nodeThatTakesNoMoreStillHearsFarewells() {
    b.flows.stopReceiving();
    Message farewell = new Message(a.name, b.name, 0, new byte[0]);
    a.send(b, Lane.URGENT, new Parcel(farewell, Kind.CLOSE, Parcel.OWN, false), 0);
    pair.world.runFor(100 * MS);
    assertThat(b.arrivals).extracting(FlowPeer.Arrival::kind).containsExactly(Kind.CLOSE);
  }

  @Test
  void positionThatWasToldStaysTrue() {
    pair.send(a, Lane.BULK, 8);
    pair.world.runFor(100 * MS);
    assertThat(b.flows.closeReceiving(a.name, a.name)).isEqualTo(new Positions(1, 0));
    pair.send(a, Lane.BULK, 8);
    pair.world.runFor(10_000 * MS);
    assertThat(b.flows.acceptedFrom(a.name)).isEqualTo(new Positions(1, 0));
    assertThat(b.arrivals).hasSize(1);
    assertThat(a.flows.unacknowledged(b.name)).isEqualTo(1);
  }

  @Test
  void peerThatIsNoLongerWaitedForGivesItsRoomBackOnce() {
    a.losesAck = x -> true;
    for (int i = 0; i < 4; i++) {
      pair.send(a, Lane.BULK, 8); // every second one is counted
    }
    pair.world.runFor(100 * MS);
    a.flows.giveUpWaiting(b.name);
    assertThat(a.accepted).hasSize(2);
    a.losesAck = x -> false;
    pair.world.runFor(10_000 * MS);
    pair.checkAllArrived();
  }
}
