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
import org.jspecify.annotations.Nullable;

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
  private final Assembly assembly = new Assembly();
  private final Strangers strangers = new Strangers();
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
    return flow == null ? make(peer, 0) : flow; // computeIfAbsent makes an object for each frame
  }

  private Flow make(long peer, long via) {
    Flow flow = new Flow(self, peer, via, assembly, events);
    flow.setAway(events.linkTo(peer) == null);
    flows.put(peer, flow);
    return flow;
  }

  /**
   * The flow with a node of which something came by way of a neighbour. It is made only for a node
   * that is known, and only so many are: else {@code null}, and nothing is remembered. An honest
   * source sends again.
   */
  private @Nullable Flow flowFrom(long src, long via) {
    Flow flow = flows.get(src);
    if (flow == null && events.isKnown(src) && strangers.tryAdd(via)) {
      flow = make(src, via);
    }
    return flow;
  }

  /**
   * Forgets the flow with a peer that will not be there again.
   *
   * @return how many messages it is not known to have accepted
   */
  public int forget(long peer) {
    Flow flow = flows.remove(peer);
    if (flow == null) {
      return 0;
    }
    acksDue.remove(flow);
    watched.remove(flow);
    if (flow.via != 0) {
      strangers.remove(flow.via);
    }
    int rest = 0;
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      flow.receive[lane].drop();
      flow.send[lane].uncount();
      List<Parcel> unaccepted = flow.send[lane].takeUnaccepted(0, 0);
      rest += (int) unaccepted.stream().filter(p -> p.kind() == Kind.APP).count();
    }
    return rest;
  }

  /** How many flows there are. */
  public int size() {
    return flows.size();
  }

  /** How much messages claim to take up of which only some frames have come. */
  public long assemblyBytes() {
    return assembly.bytes();
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

  /** A data frame for this node came straight from its source. */
  public boolean onData(DataHeader h, ByteBuffer payload, long nowNs) {
    return onData(h.src, h, payload, nowNs);
  }

  /**
   * A data frame for this node came in, by way of the neighbour {@code via}.
   *
   * @return whether its source, as far as this can be known, was allowed to send it; if not, it has
   *     had no effect
   */
  public boolean onData(long via, DataHeader h, ByteBuffer payload, long nowNs) {
    Flow flow = flowFrom(h.src, via);
    boolean farewell = h.kind == Kind.CLOSE; // two nodes may leave at once
    if (flow == null || flow.receiveClosed || (!receiving && !farewell)) {
      return true; // the sender learns from our CLOSE, or from the settlement, what to do with it
    }
    switch (flow.receive[h.lane].onData(via, h, payload, nowNs)) {
      case NONE -> {}
      case REFUSED -> {
        return false;
      }
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
    return true;
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
    Flow flow = flows.get(p.src);
    if (flow == null) {
      acknowledge(p.src, p.lane, 0, Lane.windowBytes(p.lane), p.nonce, false); // nothing arrived
    } else if (!flow.receiveClosed) {
      acknowledge(flow, p.lane, p.nonce, false);
    }
  }

  /** The way to {@code node} has changed; frames on the old way may be lost. */
  public void onWayChanged(long node, long nowNs) {
    Flow flow = flows.get(node);
    if (flow != null) {
      flow.setAway(events.linkTo(node) == null);
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
    if (events.linkTo(flow.peer) == null) {
      return; // the sender probes when there is a way again
    }
    ReceiveLane receive = flow.receive[lane];
    flow.acksDue &= ~(1 << lane);
    acknowledge(flow.peer, lane, receive.acceptedSeq(), receive.announceCredit(), nonce, gap);
  }

  private void acknowledge(
      long peer, int lane, long seq, long creditBytes, long nonce, boolean gap) {
    Link link = events.linkTo(peer);
    if (link != null) {
      ack.dst = peer;
      ack.lane = lane;
      ack.hops = 0;
      ack.ackSeq = seq;
      ack.creditBytes = creditBytes;
      ack.nonce = nonce;
      ack.gap = gap;
      link.writeAck(ack);
    }
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

  /** This node stays, after all: what was not taken meanwhile is sent again. */
  public void resumeReceiving() {
    receiving = true;
  }

  /** How far each lane from {@code peer} has been accepted. */
  public Positions acceptedFrom(long peer) {
    Flow flow = flows.get(peer);
    return flow == null
        ? Positions.NONE
        : new Positions(
            flow.receive[Lane.BULK].acceptedSeq(), flow.receive[Lane.URGENT].acceptedSeq());
  }

  /**
   * As {@link #acceptedFrom}, and takes no more from that peer, so that the answer stays true.
   *
   * @param asker the node that wants to know
   * @return {@code null} if that cannot be promised, because too many are asked about
   */
  public @Nullable Positions closeReceiving(long peer, long asker) {
    Flow flow = flows.get(peer);
    if (flow == null) {
      if (!strangers.tryAdd(asker)) {
        return null;
      }
      flow = make(peer, asker);
    }
    flow.receiveClosed = true;
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

  /**
   * Takes out of the flow to {@code peer}, lane by lane and in order, those of the filter's
   * messages of which nothing was ever given to a link. So the peer cannot have them, nor anybody
   * on the way to it.
   */
  public List<List<Parcel>> takeUnsent(long peer, ParcelFilter filter) {
    List<List<Parcel>> taken = new ArrayList<>(Lane.COUNT);
    for (SendLane lane : flow(peer).send) {
      taken.add(lane.takeUnsent(filter));
    }
    return taken;
  }

  /** How many of the filter's messages went out to {@code peer} and were not acknowledged. */
  public int countInDoubt(long peer, ParcelFilter filter) {
    Flow flow = flows.get(peer);
    return flow == null
        ? 0
        : flow.send[Lane.BULK].countSent(filter) + flow.send[Lane.URGENT].countSent(filter);
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
