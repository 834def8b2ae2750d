package io.phoenix.routing.node;

import com.google.protobuf.InvalidProtocolBufferException;
import io.phoenix.api.Explanation;
import io.phoenix.api.Message;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.flow.Flows;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.flow.Positions;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Owners;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.proto.FlowPositions;
import io.phoenix.routing.wire.proto.SettleAsk;
import io.phoenix.routing.wire.proto.SettleReply;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds out, when nodes return that had left while cut off, which messages they had accepted.
 *
 * <p>A flow is known by the names that its ends had. Whoever sent it asks whoever has inherited its
 * other end (that node itself, or its successor) how far it was accepted; the answer is final,
 * because the inheritor takes no more of that flow. What was accepted is done with; the rest goes
 * out anew. Until then, nothing else may go to the same virtual nodes.
 */
final class Settlement {
  /** As many as a node asks at once when it returns, several times over. */
  private static final int MAX_EARLY = 1024;

  private final long self;
  private final Flows flows;
  private final Owners owners;
  private final CoreEffects out;
  private final Outcome outcome;
  private final long limitBytes;

  /** Flows that this node had under former names, the oldest first. */
  private final List<Baggage.OldFlow> old = new ArrayList<>();

  /** What is known not to have been accepted, while an older or newer flow is still in doubt. */
  private final IdentityHashMap<Baggage.OldFlow, List<LaneParcel>> settled =
      new IdentityHashMap<>();

  /** Peers that have returned under another name, and whose answer about our flow is awaited. */
  private final List<Long> awaited = new ArrayList<>();

  /** Peers that were given up before they answered: it was said what is in doubt with them. */
  private final Set<Long> unanswered = new LinkedHashSet<>();

  /** By peer: how many messages in doubt were dropped, and for which virtual nodes. */
  private final Map<Long, Explanation.Doubt> dropped = new LinkedHashMap<>();

  /** What such peers did not accept, in the order of their answers. */
  private final Map<Long, List<LaneParcel>> settledNow = new LinkedHashMap<>();

  /** Questions of nodes that are not known to be the sources' successors; the latest ones. */
  private final Map<Question, SettleAsk> early =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, SettleAsk> eldest) {
          return size() > MAX_EARLY;
        }
      };

  private record Question(long asker, long source) {}

  /** Told how a flow was settled. */
  interface Outcome {
    /** These were not accepted; whatever went through {@code peers} is now with their inheritor. */
    void onSettled(List<Long> peers, List<LaneParcel> unaccepted, long nowNs);
  }

  /**
   * Settles for a node.
   *
   * @param limitBytes how much may stay in doubt with peers that are not waited for
   */
  Settlement(
      long self, Flows flows, Owners owners, CoreEffects out, Outcome outcome, long limitBytes) {
    this.self = self;
    this.flows = flows;
    this.owners = owners;
    this.out = out;
    this.outcome = outcome;
    this.limitBytes = limitBytes;
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

  /** A peer is forgotten: nobody will ask for it any more. */
  void forget(long peer) {
    old.removeIf(flow -> flow.peer() == peer && flow.doubts().isEmpty());
    awaited.remove((Long) peer);
    unanswered.remove(peer);
    dropped.remove(peer);
  }

  /** The peers to which messages are in doubt. */
  List<Long> doubtfulPeers() {
    return old.stream().filter(f -> !f.doubts().isEmpty()).map(Baggage.OldFlow::peer).toList();
  }

  /** Whether messages to this name, or to what it is now, may or may not have been accepted. */
  boolean isInDoubt(long name) {
    long inheritor = owners.current(name);
    return awaited.stream().anyMatch(p -> owners.current(p) == inheritor)
        || old.stream().anyMatch(f -> isInDoubt(f) && isAbout(f, name, inheritor));
  }

  private boolean isAbout(Baggage.OldFlow flow, long name, long inheritor) {
    return owners.current(flow.peer()) == inheritor
        || flow.doubts().stream()
            .anyMatch(d -> d.parcels().stream().anyMatch(p -> p.message().to() == name));
  }

  List<Baggage.OldFlow> unsettled() {
    return List.copyOf(old);
  }

  /** A peer has told by itself how far it accepted: there is nothing to ask any more. */
  void onClosed(long peer) {
    awaited.remove((Long) peer);
  }

  /** What is known not to have been accepted, but could not go out yet. */
  List<LaneParcel> settled() {
    List<LaneParcel> all = new ArrayList<>();
    for (List<LaneParcel> part : settledNow.values()) {
      all.addAll(part);
    }
    return all;
  }

  /** A node that had left as {@code former} has returned: settle what there was with it. */
  void onSuccessor(long former, long nowNs) {
    if (owners.current(former) == self) {
      return; // a former self of this node: nobody else has what was sent to it
    }
    for (Baggage.OldFlow flow : List.copyOf(old)) {
      if (flow.peer() == former && !flow.doubts().isEmpty()) {
        ask(flow.self(), former, nowNs);
      }
    }
    long asker = owners.current(former);
    SettleAsk ask = early.remove(new Question(asker, former));
    if (ask != null) {
      answer(asker, ask, nowNs);
    }
    if (flows.isOpen(former)) {
      if (!awaited.contains(former)) { // else: the one that was asked has left and returned, too
        awaited.add(former);
      }
      ask(self, former, nowNs);
    }
  }

  /**
   * A node has left for good. Its last record says how far it had accepted the messages of each
   * node that it could not tell in person; of one that is not in it, it had accepted nothing.
   */
  void onLeftForGood(NodeRecord last, long nowNs) {
    List<Long> names = new ArrayList<>(last.former());
    names.add(last.node());
    boolean isAny = false;
    for (long name : names) {
      if (flows.isOpen(name)) {
        awaited.remove((Long) name);
        Positions accepted = last.acceptedFrom(self, name);
        settledNow.put(name, LaneParcel.flatten(flows.closeSending(name, accepted, nowNs)));
        isAny = true;
      }
      for (Baggage.OldFlow flow : old) {
        if (flow.peer() == name && isInDoubt(flow)) {
          settled.put(flow, unaccepted(flow, last.acceptedFrom(flow.self(), name)));
          isAny = true;
        }
      }
    }
    if (isAny) {
      conclude(last.node(), nowNs);
    }
  }

  /**
   * A peer is no longer waited for. It may come back and answer: what is in doubt with it stays so,
   * unless that takes up too much room.
   */
  void giveUp(long peer, long nowNs) {
    for (Baggage.OldFlow flow : List.copyOf(old)) {
      if (flow.peer() == peer && isInDoubt(flow)) {
        boolean drop = old.stream().mapToLong(Settlement::doubtBytes).sum() > limitBytes;
        out.warn(
            (drop ? "dropped " : "keeps ")
                + parcelsInDoubt(flow).filter(p -> p.kind() == Kind.APP).count()
                + " messages to node "
                + ResourceName.format(peer)
                + " from before this node's leave: it does not answer whether it had them");
        unanswered.add(peer);
        if (drop) {
          dropped.put(peer, doubt(flow, dropped.get(peer)));
          replace(flow);
          conclude(peer, nowNs);
        }
      }
    }
  }

  /** What was said to be in doubt with peers that do not answer, and still is, or was dropped. */
  List<Explanation.Doubt> doubts() {
    Map<Long, Explanation.Doubt> doubts = new LinkedHashMap<>(dropped);
    for (Baggage.OldFlow flow : old) {
      if (unanswered.contains(flow.peer()) && isInDoubt(flow)) {
        doubts.put(flow.peer(), doubt(flow, doubts.get(flow.peer())));
      }
    }
    return doubts.values().stream().filter(d -> d.messages() > 0).toList();
  }

  /** What is in doubt of a flow, and of another one with the same peer. */
  private static Explanation.Doubt doubt(Baggage.OldFlow flow, Explanation.@Nullable Doubt before) {
    List<VirtualRange> ranges = new ArrayList<>();
    long messages = 0;
    if (before != null) {
      ranges.addAll(before.ranges().ranges());
      messages = before.messages();
    }
    for (Parcel parcel : parcelsInDoubt(flow).filter(p -> p.kind() == Kind.APP).toList()) {
      messages++;
      long to = parcel.message().to();
      if (!ResourceName.isResourceName(to)) {
        ranges.add(VirtualRange.of(to, to + 1));
      }
    }
    ResourceName peer = new ResourceName(flow.peer());
    return new Explanation.Doubt(peer, VirtualRangeSet.of(ranges), messages);
  }

  private static long doubtBytes(Baggage.OldFlow flow) {
    return parcelsInDoubt(flow).mapToLong(Parcel::costBytes).sum();
  }

  private static Stream<Parcel> parcelsInDoubt(Baggage.OldFlow flow) {
    return flow.doubts().stream().flatMap(d -> d.parcels().stream());
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

  /**
   * A node asks how far messages that it sent, maybe under a former name, were accepted here. To
   * answer ends that flow, so it is for nobody else to ask. That the node is the former one's
   * successor may not be known here yet: then the answer waits for its record.
   */
  void onAsk(long asker, Message message, long nowNs) throws InvalidProtocolBufferException {
    SettleAsk ask = SettleAsk.parseFrom(message.payload());
    if (owners.current(ask.getSource()) == asker) {
      answer(asker, ask, nowNs);
    } else {
      early.put(new Question(asker, ask.getSource()), ask);
    }
  }

  private void answer(long asker, SettleAsk ask, long nowNs) {
    if (owners.hasLeft(asker) || flows.isSendClosed(asker)) {
      return;
    }
    Positions accepted = accepted(ask.getSource(), ask.getDestination(), asker);
    if (accepted == null) {
      return; // it could not be kept true
    }
    byte[] reply =
        SettleReply.newBuilder()
            .setSource(ask.getSource())
            .setDestination(ask.getDestination())
            .setAccepted(toProto(accepted))
            .build()
            .toByteArray();
    send(asker, Kind.SETTLE_REPLY, reply, nowNs);
  }

  private @Nullable Positions accepted(long source, long destination, long asker) {
    if (destination == self) {
      return flows.closeReceiving(source, asker);
    }
    for (Baggage.OldFlow flow : old) {
      if (flow.peer() == source && flow.self() == destination) {
        return flow.accepted();
      }
    }
    return Positions.NONE;
  }

  void onReply(long from, Message message, long nowNs) throws InvalidProtocolBufferException {
    SettleReply reply = SettleReply.parseFrom(message.payload());
    Positions accepted = fromProto(reply.getAccepted());
    long peer = reply.getDestination();
    if (owners.current(peer) != from) {
      return; // not for this node to say, or it has left since: then its successor is asked
    }
    if (reply.getSource() == self) {
      if (awaited.remove((Long) peer)) {
        settledNow.put(peer, LaneParcel.flatten(flows.closeSending(peer, accepted, nowNs)));
        conclude(peer, nowNs);
      }
      return;
    }
    for (Baggage.OldFlow flow : old) {
      if (flow.self() == reply.getSource() && flow.peer() == peer && isInDoubt(flow)) {
        settled.put(flow, unaccepted(flow, accepted));
      }
    }
    conclude(peer, nowNs);
  }

  private boolean isInDoubt(Baggage.OldFlow flow) {
    return !flow.doubts().isEmpty() && !settled.containsKey(flow);
  }

  /**
   * When no flow to a node, under whichever name, is in doubt any more, what it did not accept goes
   * out anew: that of the oldest flow first, for it was sent first.
   */
  private void conclude(long peer, long nowNs) {
    long inheritor = owners.current(peer);
    if (isInDoubt(inheritor)) {
      return;
    }
    List<Long> peers = new ArrayList<>();
    List<LaneParcel> rest = new ArrayList<>();
    for (Baggage.OldFlow flow : List.copyOf(old)) {
      if (settled.containsKey(flow) && owners.current(flow.peer()) == inheritor) {
        rest.addAll(Objects.requireNonNull(settled.remove(flow)));
        replace(flow);
        peers.add(flow.peer());
      }
    }
    for (long former : List.copyOf(settledNow.keySet())) {
      if (owners.current(former) == inheritor) {
        rest.addAll(Objects.requireNonNull(settledNow.remove(former)));
        peers.add(former);
      }
    }
    outcome.onSettled(peers, rest, nowNs);
  }

  private static List<LaneParcel> unaccepted(Baggage.OldFlow flow, Positions accepted) {
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
    return rest;
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
