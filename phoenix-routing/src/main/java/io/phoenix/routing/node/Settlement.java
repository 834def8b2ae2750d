package io.phoenix.routing.node;

import com.google.protobuf.InvalidProtocolBufferException;
import io.phoenix.api.Message;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.flow.Flows;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.flow.Positions;
import io.phoenix.routing.names.Owners;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.proto.FlowPositions;
import io.phoenix.routing.wire.proto.SettleAsk;
import io.phoenix.routing.wire.proto.SettleReply;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds out, when nodes return that had left while cut off, which messages they had accepted.
 *
 * <p>A flow is known by the names that its ends had. Whoever sent it asks whoever has inherited its
 * other end (that node itself, or its successor) how far it was accepted; the answer is final,
 * because the inheritor takes no more of that flow. What was accepted is done with; the rest goes
 * out anew. Until then, nothing else may go to the same virtual nodes.
 */
final class Settlement {
  private final long self;
  private final Flows flows;
  private final Owners owners;
  private final CoreEffects out;
  private final Outcome outcome;

  /** Flows that this node had under former names. */
  private final List<Baggage.OldFlow> old = new ArrayList<>();

  /** Told how a flow was settled. */
  interface Outcome {
    /** These were not accepted; whatever went through {@code peer} is now with its inheritor. */
    void onSettled(long peer, List<LaneParcel> unaccepted, long nowNs);
  }

  Settlement(long self, Flows flows, Owners owners, CoreEffects out, Outcome outcome) {
    this.self = self;
    this.flows = flows;
    this.owners = owners;
    this.out = out;
    this.outcome = outcome;
  }

  /** Takes over the flows of this node's former names. */
  void restore(List<Baggage.OldFlow> restored, long nowNs) {
    old.addAll(restored);
    for (Baggage.OldFlow flow : restored) {
      if (!flow.doubts().isEmpty()) {
        ask(flow.self(), flow.peer(), nowNs);
      }
    }
  }

  /** The peers to which messages are in doubt. */
  List<Long> doubtfulPeers() {
    return old.stream().filter(f -> !f.doubts().isEmpty()).map(Baggage.OldFlow::peer).toList();
  }

  List<Baggage.OldFlow> unsettled() {
    return List.copyOf(old);
  }

  /** A node that had left as {@code former} has returned: settle what there was with it. */
  void onSuccessor(long former, long nowNs) {
    for (Baggage.OldFlow flow : List.copyOf(old)) {
      if (flow.peer() == former && !flow.doubts().isEmpty()) {
        ask(flow.self(), former, nowNs);
      }
    }
    if (flows.openPeers().contains(former)) {
      ask(self, former, nowNs);
    }
  }

  /** A peer is no longer waited for: what is in doubt with it stays so, and is dropped. */
  void giveUp(long peer) {
    for (Baggage.OldFlow flow : List.copyOf(old)) {
      if (flow.peer() == peer && !flow.doubts().isEmpty()) {
        replace(flow);
        long messages = flow.doubts().stream().mapToLong(d -> d.parcels().size()).sum();
        out.warn(
            "dropped "
                + messages
                + " messages to node "
                + ResourceName.format(peer)
                + " from before this node's leave: it does not answer whether it had them");
      }
    }
  }

  /** Keeps of a settled flow only what others may still ask for. */
  private void replace(Baggage.OldFlow flow) {
    old.remove(flow);
    old.add(new Baggage.OldFlow(flow.self(), flow.peer(), flow.accepted(), List.of()));
  }

  private void ask(long source, long destination, long nowNs) {
    long to = owners.current(destination);
    if (to == self || owners.hasLeft(to) || flows.isSendClosed(to)) {
      return; // asked again when it has a successor
    }
    byte[] ask =
        SettleAsk.newBuilder().setSource(source).setDestination(destination).build().toByteArray();
    send(to, Kind.SETTLE_ASK, ask, nowNs);
  }

  private void send(long to, int kind, byte[] payload, long nowNs) {
    Message message = new Message(self, to, 0, payload);
    flows.send(to, Lane.URGENT, new Parcel(message, kind, Parcel.OWN, false), 0, nowNs);
  }

  void onAsk(Message message, long nowNs) throws InvalidProtocolBufferException {
    SettleAsk ask = SettleAsk.parseFrom(message.payload());
    long asker = message.from();
    if (owners.hasLeft(asker) || flows.isSendClosed(asker)) {
      return;
    }
    Positions accepted = accepted(ask.getSource(), ask.getDestination());
    byte[] reply =
        SettleReply.newBuilder()
            .setSource(ask.getSource())
            .setDestination(ask.getDestination())
            .setAccepted(toProto(accepted))
            .build()
            .toByteArray();
    send(asker, Kind.SETTLE_REPLY, reply, nowNs);
  }

  private Positions accepted(long source, long destination) {
    if (destination == self) {
      return flows.closeReceiving(source);
    }
    for (Baggage.OldFlow flow : old) {
      if (flow.peer() == source && flow.self() == destination) {
        return flow.accepted();
      }
    }
    return Positions.NONE;
  }

  void onReply(Message message, long nowNs) throws InvalidProtocolBufferException {
    SettleReply reply = SettleReply.parseFrom(message.payload());
    Positions accepted = fromProto(reply.getAccepted());
    long peer = reply.getDestination();
    if (reply.getSource() == self) {
      if (!flows.isSendClosed(peer)) {
        List<LaneParcel> rest = new ArrayList<>();
        List<List<Parcel>> lanes = flows.closeSending(peer, accepted, nowNs);
        for (int lane = 0; lane < lanes.size(); lane++) {
          for (Parcel parcel : lanes.get(lane)) {
            rest.add(new LaneParcel(lane, parcel));
          }
        }
        outcome.onSettled(peer, rest, nowNs);
      }
      return;
    }
    for (Baggage.OldFlow flow : List.copyOf(old)) {
      if (flow.self() == reply.getSource() && flow.peer() == peer && !flow.doubts().isEmpty()) {
        settleOld(flow, accepted, nowNs);
      }
    }
  }

  private void settleOld(Baggage.OldFlow flow, Positions accepted, long nowNs) {
    replace(flow);
    List<LaneParcel> rest = new ArrayList<>();
    for (Baggage.Doubt doubt : flow.doubts()) {
      long seq = doubt.firstSeq();
      for (Parcel parcel : doubt.parcels()) {
        seq += frames(parcel.message().payload().length);
        if (seq - 1 > accepted.of(doubt.lane())) {
          rest.add(new LaneParcel(doubt.lane(), parcel));
        }
      }
    }
    outcome.onSettled(flow.peer(), rest, nowNs);
  }

  private static int frames(int length) {
    return Math.max(1, (length + Frames.MAX_FRAGMENT - 1) / Frames.MAX_FRAGMENT);
  }

  static FlowPositions toProto(Positions positions) {
    return FlowPositions.newBuilder()
        .setBulk(positions.bulk())
        .setUrgent(positions.urgent())
        .build();
  }

  static Positions fromProto(FlowPositions proto) {
    return new Positions(proto.getBulk(), proto.getUrgent());
  }
}
