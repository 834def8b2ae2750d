package io.phoenix.routing.node;

import io.phoenix.api.Message;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.names.DispatchEffects;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Owners;
import io.phoenix.routing.names.Piece;
import io.phoenix.routing.names.Way;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node does when ownership changes, and where the dispatcher's messages go. */
final class NamesDuty implements Owners.Listener, DispatchEffects {
  private final NodeCore node;

  NamesDuty(NodeCore node) {
    this.node = node;
  }

  @Override
  public void onOwnersChanged(List<Piece> pieces, long nowNs) {
    for (Piece piece : pieces) {
      node.out().onOwner(piece.range(), piece.owner(), piece.epoch());
      if (piece.owner() != 0 && piece.owner() != node.self() && node.nextHop(piece.owner()) == 0) {
        // Routing may never have known the owner, and so would never forget it: what is bound to
        // it meanwhile would wait for ever.
        node.absences().giveUpLater(piece.owner());
      }
    }
    List<VirtualRange> ranges = pieces.stream().map(Piece::range).toList();
    node.takeovers().onOwnersChanged(ranges, nowNs); // first: it puts back what was sent earlier
    for (VirtualRange range : ranges) {
      node.dispatcher().onOwnersChanged(node.table().overlapping(range), nowNs);
    }
    node.fences().tend(); // ways through nodes that are given up may lead to former owners now
    node.out().onAway(0);
  }

  @Override
  public void onConflict(VirtualRange lost, long winner, long nowNs) {
    node.claims().lose(lost);
    node.later(node.records()::publish);
    node.out().onConflict(lost, winner);
  }

  @Override
  public void onEpochTooLow(VirtualRange range, long epoch, long nowNs) {
    node.later(now -> node.records().raiseEpoch(range, epoch, now));
  }

  @Override
  public void onSuccessor(List<Long> former, long successor, long nowNs) {
    for (long name : former) {
      NodeRecord left = node.owners().markLeft(name, nowNs);
      if (left != null) {
        node.records().onNews(List.of(left), nowNs);
      }
      node.settlement().onSuccessor(name, nowNs);
    }
    // Not before it is known under which of the names something is in doubt: what is not would
    // overtake it.
    node.mail().retryAll(nowNs);
    for (long name : former) {
      if (!node.settlement().isInDoubt(name)) {
        node.dispatcher().fences().changeWay(name, successor, nowNs);
      }
    }
  }

  @Override
  public void deliver(Parcel parcel) {
    node.inbox().add(parcel);
  }

  @Override
  public void deliverNow(Message message, long generation) {
    node.inbox().deliverNow(message, generation);
  }

  @Override
  public void forward(long to, int lane, Parcel parcel, long epoch, long nowNs) {
    node.fences().tend();
    boolean ownFence = parcel.kind() == Kind.FENCE && parcel.message().from() == node.self();
    if (ownFence && (node.flows().isSendClosed(to) || node.owners().hasLeft(to))) {
      return; // it is sent anew when the successor has turned up, or given up with the way
    }
    if (ownFence && node.nextHop(to) == 0) {
      node.absences()
          .giveUpLater(to); // routing may never have known it, and so would never forget it
    }
    if (parcel.kind() == Kind.APP) {
      node.countHandedOver();
    }
    node.flows().send(to, lane, parcel, epoch, nowNs);
  }

  @Override
  public void forwardOwn(long to, int lane, Message message, long epoch, long nowNs) {
    node.flows().sendOwn(to, lane, message, epoch, nowNs);
  }

  @Override
  public void onAway(long deltaBytes) {
    node.out().onAway(deltaBytes);
  }

  @Override
  public @Nullable List<Way> leftBehind(long other) {
    NodeRecord record = node.owners().record(other);
    return record != null && record.left() && record.told() ? record.ways() : null;
  }

  @Override
  public long current(long other) {
    return node.owners().current(other);
  }

  @Override
  public boolean hasAccepted(long other) {
    return node.flows().isSendClosed(other)
        || node.flows().unacknowledged(other) == 0
        || node.absences().isGivenUp(other);
  }

  @Override
  public boolean hasUnreceived() {
    return node.out().hasUnreceived();
  }

  @Override
  public void acknowledgeFence(long origin, Message acknowledgement, long epoch, long nowNs) {
    long to = node.owners().current(origin);
    if (to == node.self()) {
      return; // a fence of this node's former self, which is given up
    }
    boolean isKnown = node.nextHop(to) != 0 || node.owners().record(to) != null;
    if (isKnown && !node.flows().isSendClosed(to) && !node.owners().hasLeft(to)) {
      Parcel parcel = new Parcel(acknowledgement, Kind.FENCE_ACK, Parcel.OWN, false);
      node.flows().send(to, Lane.URGENT, parcel, epoch, nowNs);
    }
  }
}
