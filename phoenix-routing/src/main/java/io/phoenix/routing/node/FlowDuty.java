package io.phoenix.routing.node;

import com.google.protobuf.InvalidProtocolBufferException;
import io.phoenix.api.Message;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.flow.FlowEvents;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.flow.Positions;
import io.phoenix.routing.link.Link;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Way;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.proto.Close;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a node does for its flows: tells them the way, and takes what comes out of them. */
final class FlowDuty implements FlowEvents {
  /**
   * Each peer may send as much as its window before it hears that too much is queued here. If that
   * comes to several mailboxes and these bytes, nothing more is taken: it is sent again later.
   */
  private static final long INTAKE_BYTES = 64L << 20;

  private static final int INTAKE_FACTOR = 4;

  private final NodeCore node;
  private boolean heldBack;

  FlowDuty(NodeCore node) {
    this.node = node;
  }

  @Override
  public void onMessage(long peer, int lane, Message message, int kind, long epoch, long nowNs) {
    try {
      switch (kind) {
        case Kind.APP -> onAppMessage(peer, lane, message, epoch, nowNs);
        case Kind.FENCE -> node.dispatcher().onFence(lane, message, epoch, nowNs);
        case Kind.WAY -> onWayMark(lane, message, epoch, nowNs);
        case Kind.FENCE_ACK -> node.dispatcher().fences().onAck(message, peer, epoch, nowNs);
        case Kind.CLOSE -> onClose(peer, Close.parseFrom(message.payload()), nowNs);
        case Kind.SETTLE_ASK -> node.settlement().onAsk(peer, message, nowNs);
        case Kind.SETTLE_REPLY -> node.settlement().onReply(peer, message, nowNs);
        default ->
            node.refusals()
                .count("messages of unknown kind=" + kind + " from " + ResourceName.format(peer));
      }
    } catch (InvalidProtocolBufferException | BadFrameException | IllegalArgumentException e) {
      node.refusals()
          .count("damaged messages of kind=" + kind + " from " + ResourceName.format(peer), e);
    }
  }

  private void onWayMark(int lane, Message message, long epoch, long nowNs) {
    if (epoch <= Parcel.OWN) {
      throw new IllegalArgumentException(message + " is at no epoch");
    }
    node.dispatcher().onWayMark(lane, message, epoch, nowNs);
  }

  private void onAppMessage(long peer, int lane, Message message, long epoch, long nowNs) {
    if (!ResourceName.isResourceName(message.to())) {
      if (message.to() >= node.spaceSize() || epoch == Parcel.OWN) {
        throw new IllegalArgumentException(message + " is outside the space, or at no epoch");
      }
      node.dispatcher().onArrival(lane, message, epoch, nowNs);
    } else if (node.isMe(message.to())) {
      node.inbox().deliverNow(message, Parcel.OWN);
    } else if (mayKeep(peer, message.to())) {
      node.mail().keepForLeaver(lane, message, nowNs);
    } else {
      node.refusals().count("messages to unknown nodes in person that came to another node");
    }
  }

  /** Whether a peer may give a message to another node into this one's keeping: it leaves. */
  private boolean mayKeep(long peer, long to) {
    NodeRecord giver = node.owners().record(peer);
    boolean leaves = giver != null && (giver.leaving() || giver.left());
    return leaves || node.owners().record(node.owners().current(to)) != null;
  }

  /**
   * A peer leaves in order: it has taken this many of our messages, and the others are ours. Who
   * has heard that before is told by another such message that the peer is gone.
   */
  private void onClose(long peer, Close close, long nowNs) throws BadFrameException {
    Controls.checkRecord(close.getRecord()); // or the neighbours would not have it, nor its bearer
    NodeRecord record = node.seals().judge(Records.fromProto(close.getRecord(), node.spaceSize()));
    if (record == null) {
      throw new IllegalArgumentException("it shows a certificate that is not known here");
    }
    if (record.node() != peer || node.owners().isAboutSelf(record)) {
      throw new IllegalArgumentException(
          "it says that " + ResourceName.format(record.node()) + " leaves");
    }
    if (!node.seals().isClosedBy(peer, close)) {
      throw new BadFrameException("it is not signed by the node that it is said to be of");
    }
    boolean isFirst = !node.flows().isSendClosed(peer);
    List<LaneParcel> rest = List.of();
    if (isFirst) {
      Positions accepted = Settlement.fromProto(close.getAccepted());
      rest = LaneParcel.flatten(node.flows().closeSending(peer, accepted, nowNs));
      node.settlement().onClosed(peer);
    }
    if (node.admission().admits(record, peer) && node.owners().update(record, nowNs)) {
      // When this is acknowledged: to whoever has left there is no way, here or on the way there.
      node.later(now -> node.records().passOn(List.of(record), now));
    }
    if (isFirst) {
      node.returns().putBack(rest, nowNs);
      if (node.settlement().isInDoubt(peer)) {
        return; // what this node's former self sent may still be there: its successor will tell
      }
      if (close.getDrained() && record.ways().isEmpty()) {
        node.dispatcher().fences().changeWay(peer, 0, nowNs);
      } else if (close.getDrained()) {
        node.dispatcher().fences().inherit(peer, record.ways(), nowNs);
      } else if (node.owners().current(peer) != peer) {
        node.dispatcher().fences().changeWay(peer, node.owners().current(peer), nowNs);
      }
    }
  }

  /** Who had left while cut off has told, or its successor has, what it had accepted. */
  void onSettled(List<Long> peers, List<LaneParcel> unaccepted, long nowNs) {
    node.returns().putBack(unaccepted, nowNs);
    node.mail().retryAll(nowNs);
    Set<Long> settled = new LinkedHashSet<>(peers);
    for (Way way : node.dispatcher().fences().openWays()) {
      // Others of the peers' names may have had nothing in doubt but their order.
      boolean returned = node.owners().current(way.owner()) != way.owner();
      if (returned && !node.settlement().isInDoubt(way.owner())) {
        settled.add(way.owner());
      }
    }
    for (long name : settled) {
      node.dispatcher().fences().changeWay(name, node.owners().current(name), nowNs);
    }
  }

  @Override
  public void onAccepted(Message message) {
    node.out().onAccepted(message);
  }

  @Override
  public void onAway(long deltaBytes) {
    node.out().onAway(deltaBytes);
  }

  @Override
  public boolean isIntakeFull() {
    boolean transitFull = node.dispatcher().transitBytes() > node.transitLimitBytes();
    heldBack |= transitFull;
    return transitFull || node.out().isMailboxFull();
  }

  @Override
  public boolean isIntakeOverfull() {
    long bytes = node.dispatcher().transitBytes() + node.out().queuedBytes();
    return bytes > INTAKE_FACTOR * node.transitLimitBytes() + INTAKE_BYTES;
  }

  /**
   * Whether peers were held back because too much waited here for other owners, and need not be any
   * more; says so once.
   */
  boolean mayResume() {
    boolean resume =
        heldBack
            && node.dispatcher().transitBytes() <= node.transitLimitBytes() / 2
            && !node.out().isMailboxFull();
    heldBack &= !resume;
    return resume;
  }

  @Override
  public boolean isKnown(long other) {
    return node.nextHop(other) != 0
        || (node.owners().record(other) != null && !node.owners().hasLeft(other));
  }

  @Override
  public @Nullable Link linkTo(long to) {
    long hop = node.dsdv().nextHop(to);
    return hop == 0 ? null : node.links().link(hop);
  }

  @Override
  public long roundTripNs(long to) {
    return Math.max(0, node.dsdv().distanceNs(to));
  }
}
