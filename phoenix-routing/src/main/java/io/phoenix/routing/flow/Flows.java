package io.phoenix.routing.flow;

import io.phoenix.api.Message;
import io.phoenix.routing.collect.LongMap;
import io.phoenix.routing.link.Link;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.world.Timers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The flows between this node and all others: for each ordered pair of nodes and each lane,
 * messages arrive in order and exactly once, whatever happens to links and routes in between.
 */
public final class Flows {
  /** How long an acknowledgement may wait for company. */
  private static final long ACK_DELAY_NS = 2_000_000L;

  /** How often flows with unacknowledged messages are looked at. */
  private static final long TICK_NS = 50_000_000L;

  private final long self;
  private final Timers timers;
  private final FlowEvents events;
  private final LongMap<Flow> flows = new LongMap<>();
  private final List<Flow> acksDue = new ArrayList<>();
  private final List<Flow> watched = new ArrayList<>();
  private final AckHeader ack = new AckHeader();
  private boolean receiving = true;

  public Flows(long self, Timers timers, FlowEvents events) {
    this.self = self;
    this.timers = timers;
    this.events = events;
    ack.src = self;
  }

  private Flow flow(long peer) {
    Flow flow = flows.get(peer);
    if (flow == null) { // computeIfAbsent would make an object for each frame
      flow = new Flow(self, peer, events);
      flows.put(peer, flow);
    }
    return flow;
  }

  /** Sends a message, resolved to {@code epoch}, to a node; it is kept until that accepts it. */
  public void send(long peer, int lane, Parcel parcel, long epoch, long nowNs) {
    openFlow(peer).send[lane].append(parcel, epoch, nowNs);
  }

  /** As {@link #send}, for a counted message of the application that was sent at this node. */
  public void sendOwn(long peer, int lane, Message message, long epoch, long nowNs) {
    openFlow(peer).send[lane].appendOwn(message, epoch, nowNs);
  }

  private Flow openFlow(long peer) {
    Flow flow = flow(peer);
    if (flow.sendClosed) {
      throw new IllegalStateException("send to a node that has left, peer=" + peer);
    }
    watch(flow);
    return flow;
  }

  /** A data frame for this node came in. */
  public void onData(DataHeader h, ByteBuffer payload, long nowNs) {
    Flow flow = flow(h.src);
    boolean farewell = h.kind == Kind.CLOSE; // two nodes may leave at once
    if (flow.receiveClosed || (!receiving && !farewell)) {
      return; // the sender learns from our CLOSE, or from the settlement, what to do with it
    }
    switch (flow.receive[h.lane].onData(h, payload, nowNs)) {
      case NONE -> {}
      case SOON -> {
        if (farewell) {
          acknowledge(flow, h.lane, 0, false); // soon there is no way to one that has left
        } else {
          acknowledgeSoon(flow, h.lane);
        }
      }
      case NOW -> acknowledge(flow, h.lane, 0, false);
      case GAP -> acknowledge(flow, h.lane, 0, true);
    }
  }

  /** An acknowledgement for this node came in. */
  public void onAck(AckHeader a, long nowNs) {
    Flow flow = flows.get(a.src);
    if (flow != null && !flow.sendClosed) {
      flow.send[a.lane].onAck(a.ackSeq, a.creditBytes, a.nonce, a.gap, nowNs);
    }
  }

  /** A probe for this node came in: say what arrived before it. */
  public void onProbe(ProbeHeader p) {
    Flow flow = flow(p.src);
    if (!flow.receiveClosed) {
      acknowledge(flow, p.lane, p.nonce, false);
    }
  }

  /** The way to {@code node} has changed; frames on the old way may be lost. */
  public void onWayChanged(long node, long nowNs) {
    Flow flow = flows.get(node);
    if (flow != null) {
      flow.send[Lane.URGENT].onWayChanged(nowNs);
      flow.send[Lane.BULK].onWayChanged(nowNs);
    }
  }

  /** There is room again for what peers send. */
  public void onIntakeOpen() {
    for (Flow flow : flows.values()) {
      for (int lane = 0; lane < Lane.COUNT; lane++) {
        if (flow.receive[lane].resume() && receiving && !flow.receiveClosed) {
          acknowledge(flow, lane, 0, false);
        }
      }
    }
  }

  private void acknowledgeSoon(Flow flow, int lane) {
    if (flow.acksDue == 0) {
      acksDue.add(flow);
      if (acksDue.size() == 1) {
        timers.set(ACK_DELAY_NS, this::onAckTimeout);
      }
    }
    flow.acksDue |= 1 << lane;
  }

  private void onAckTimeout(long nowNs) {
    for (Flow flow : acksDue) {
      for (int lane = 0; lane < Lane.COUNT; lane++) {
        if ((flow.acksDue & (1 << lane)) != 0) {
          acknowledge(flow, lane, 0, false);
        }
      }
      flow.acksDue = 0;
    }
    acksDue.clear();
  }

  private void acknowledge(Flow flow, int lane, long nonce, boolean gap) {
    Link link = events.linkTo(flow.peer);
    if (link == null) {
      return; // the sender probes when there is a way again
    }
    ReceiveLane receive = flow.receive[lane];
    flow.acksDue &= ~(1 << lane);
    ack.dst = flow.peer;
    ack.lane = lane;
    ack.hops = 0;
    ack.ackSeq = receive.acceptedSeq();
    ack.creditBytes = receive.announceCredit();
    ack.nonce = nonce;
    ack.gap = gap;
    link.writeAck(ack);
  }

  private void watch(Flow flow) {
    if (!flow.watched) {
      flow.watched = true;
      watched.add(flow);
      if (watched.size() == 1) {
        timers.set(TICK_NS, this::onTick);
      }
    }
  }

  private void onTick(long nowNs) {
    watched.removeIf(
        flow -> {
          for (SendLane lane : flow.send) {
            if (lane.isBusy()) {
              lane.onTick(nowNs);
            }
          }
          flow.watched = flow.isBusy();
          return !flow.watched;
        });
    if (!watched.isEmpty()) {
      timers.set(TICK_NS, this::onTick);
    }
  }

  /** Messages sent to {@code peer} that it is not known to have accepted. */
  public int unacknowledged(long peer) {
    Flow flow = flows.get(peer);
    return flow == null
        ? 0
        : flow.send[Lane.BULK].messageCount() + flow.send[Lane.URGENT].messageCount();
  }

  /** The nodes with which messages were exchanged and that have not left. */
  public List<Long> openPeers() {
    List<Long> peers = new ArrayList<>();
    for (Flow flow : flows.values()) {
      if (!flow.sendClosed) {
        peers.add(flow.peer);
      }
    }
    return peers;
  }

  /** All nodes from which messages were accepted. */
  public List<Long> sources() {
    List<Long> peers = new ArrayList<>();
    for (Flow flow : flows.values()) {
      if (flow.receive[Lane.BULK].acceptedSeq() + flow.receive[Lane.URGENT].acceptedSeq() > 0) {
        peers.add(flow.peer);
      }
    }
    return peers;
  }

  /** Takes no more messages from now on: this node is about to tell how many it has taken. */
  public void stopReceiving() {
    receiving = false;
  }

  /** How far each lane from {@code peer} has been accepted. */
  public Positions acceptedFrom(long peer) {
    Flow flow = flows.get(peer);
    return flow == null
        ? Positions.NONE
        : new Positions(
            flow.receive[Lane.BULK].acceptedSeq(), flow.receive[Lane.URGENT].acceptedSeq());
  }

  /** As {@link #acceptedFrom}, and takes no more from that peer, so that the answer stays true. */
  public Positions closeReceiving(long peer) {
    flow(peer).receiveClosed = true;
    return acceptedFrom(peer);
  }

  /** Whether messages were exchanged with the peer, and it is not known to take no more. */
  public boolean isOpen(long peer) {
    Flow flow = flows.get(peer);
    return flow != null && !flow.sendClosed;
  }

  /** Whether the peer has said how far it accepted, and takes no more. */
  public boolean isSendClosed(long peer) {
    Flow flow = flows.get(peer);
    return flow != null && flow.sendClosed;
  }

  /**
   * The peer has left, having accepted this far: closes the lanes to it and returns, lane by lane
   * and in order, the messages that it did not accept.
   */
  public List<List<Parcel>> closeSending(long peer, Positions accepted, long nowNs) {
    Flow flow = flow(peer);
    List<List<Parcel>> rest = new ArrayList<>(Lane.COUNT);
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      rest.add(flow.send[lane].takeUnaccepted(accepted.of(lane), nowNs));
    }
    flow.sendClosed = true;
    return rest;
  }

  /**
   * The peer has vanished for so long that nobody waits for it: what was sent to it stays (it may
   * come back after all), but no longer keeps this node from sending to others.
   */
  public void giveUpWaiting(long peer) {
    Flow flow = flows.get(peer);
    if (flow != null) {
      flow.send[Lane.BULK].uncount();
      flow.send[Lane.URGENT].uncount();
    }
  }

  /** The messages to {@code peer} in a lane that are not known to have been accepted. */
  public List<Parcel> unacknowledged(long peer, int lane) {
    return flow(peer).send[lane].unacknowledged();
  }

  /** The number of the first frame of {@link #unacknowledged(long, int)}. */
  public long firstUnacknowledgedSeq(long peer, int lane) {
    return flow(peer).send[lane].firstUnacknowledgedSeq();
  }
}
