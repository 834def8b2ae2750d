package io.phoenix.routing.node;

import io.phoenix.api.Message;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.DispatchEffects;
import io.phoenix.routing.names.Dispatcher;
import io.phoenix.routing.names.NameTable;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Owners;
import io.phoenix.routing.names.Piece;
import io.phoenix.routing.names.Way;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link NamesWorld}: names, claims and inbox as in {@link NodeCore}, over flows that
 * are ideal.
 */
final class NamesNode implements DispatchEffects, Owners.Listener, CoreEffects {
  final long name;
  final NameTable table;
  final OwnClaims claims;
  final Owners owners;
  final Dispatcher dispatcher;
  private final NamesWorld world;
  private final Inbox inbox;

  /** What was delivered and is not received yet, if the application receives. */
  private final List<Message> mailbox = new ArrayList<>();

  /** Of peers that have left and said so here. */
  private final Map<Long, List<Way>> leftBehind = new HashMap<>();

  private final List<Message> echoes = new ArrayList<>();

  /** What counted messages are held. */
  long awayBytes;

  NamesNode(NamesWorld world, long name) {
    this.world = world;
    this.name = name;
    table = new NameTable(world.spaceSize);
    claims = new OwnClaims(name, table, List.of(), NamesWorld.unsigned(name));
    owners = new Owners(name, table, this);
    dispatcher = new Dispatcher(name, table, this);
    inbox = new Inbox(this, dispatcher::onReached);
  }

  // ---- What happens to it

  void send(Message message) {
    int lane = Lane.ofTag(message.tag());
    dispatcher.dispatchOwn(lane, message, world.nowNs);
  }

  /** Takes what a peer sent; returns whether it told of that peer's leave, and was new. */
  boolean onFrame(long from, int lane, NamesWorld.Frame frame) {
    Message message = frame.parcel().message();
    switch (frame.parcel().kind()) {
      case Kind.APP -> dispatcher.onArrival(lane, message, frame.epoch(), world.nowNs);
      case Kind.FENCE -> dispatcher.onFence(lane, message, frame.epoch(), world.nowNs);
      case Kind.FENCE_ACK -> dispatcher.fences().onAck(message, from, frame.epoch(), world.nowNs);
      case Kind.WAY -> dispatcher.onWayMark(lane, message, frame.epoch(), world.nowNs);
      case Kind.CLOSE -> {
        return onNews(world.lastRecord(message.from()));
      }
      default -> throw new AssertionError(frame);
    }
    return false;
  }

  /** Hears a record; returns whether it was new. */
  boolean onNews(NodeRecord record) {
    boolean isNew = owners.update(record, world.nowNs);
    if (isNew) {
      for (Claim claim : record.claims()) {
        table.join(claim.range());
      }
      if (record.left()) {
        onLeft(record);
      }
    }
    return isNew;
  }

  /** Sends fences along all ways that are open. */
  void sendFences() {
    dispatcher.fences().sendAll(world.nowNs);
  }

  /** Whether something waits here for an owner. */
  boolean holdsForNobody() {
    return dispatcher.holdsAny() && !dispatcher.holdsForOwners();
  }

  boolean hasHeard(NodeRecord record) {
    return !owners.isNews(record);
  }

  void giveTo(long keeper) {
    dispatcher.giveTo(keeper, world.nowNs);
  }

  /**
   * Does a little more of its leave; returns whether it is done.
   *
   * @param hurried whether it leaves ways behind instead of waiting for fences to come back
   */
  boolean leave(boolean hurried) {
    boolean done =
        table.pieces().stream().allMatch(piece -> piece.waiting() == 0)
            && (hurried || !dispatcher.fences().hasUnderWay())
            && world.hasAllArrivedFrom(name);
    if (done) {
      dispatcher.freeze();
      claims.markLeftForGood(dispatcher.fences().openForOthers(), List.of());
      publish();
    }
    return done;
  }

  /** A peer has left: it took nothing of what is still in the flow to it. */
  private void onLeft(NodeRecord last) {
    List<List<Parcel>> backs = new ArrayList<>();
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      List<Parcel> unaccepted = new ArrayList<>();
      for (NamesWorld.Frame frame : world.takeBack(name, last.node(), lane)) {
        if (frame.parcel().kind() != Kind.FENCE_ACK) {
          unaccepted.add(frame.parcel());
        }
      }
      backs.add(unaccepted);
    }
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      dispatcher.putBack(lane, backs.get(lane), world.nowNs);
    }
    leftBehind.put(last.node(), last.ways());
    dispatcher.fences().changeWay(last.node(), last.node(), world.nowNs);
    dispatcher.fences().inherit(last.node(), last.ways(), world.nowNs);
  }

  void assume(VirtualRange range, long tokenEpoch) {
    claims.assume(range, tokenEpoch);
    publish();
  }

  OwnershipToken release(VirtualRange range) {
    OwnershipToken token = claims.release(range);
    publish();
    List<LaneParcel> back = inbox.takeBack(range);
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      int wanted = lane;
      dispatcher.putBack(
          lane,
          back.stream().filter(p -> p.lane() == wanted).map(LaneParcel::parcel).toList(),
          world.nowNs);
    }
    return token;
  }

  private void publish() {
    NodeRecord record = claims.nextRecord(0);
    owners.update(record, world.nowNs);
    world.spread(record);
  }

  boolean tend(long patienceNs) {
    return dispatcher.fences().tend(patienceNs, Long.MAX_VALUE, node -> false, world.nowNs);
  }

  /** What ends each event. */
  void finish() {
    for (Message echo : List.copyOf(echoes)) { // only if fences are off
      echoes.remove(echo);
      dispatcher.fences().onAck(echo, world.nowNs);
    }
    inbox.drain(world.nowNs);
  }

  // ---- What it asks for

  @Override
  public void deliver(Parcel parcel) {
    inbox.add(parcel);
  }

  @Override
  public void deliverNow(Message message, long generation) {
    inbox.deliverNow(message, generation);
  }

  @Override
  public void forward(long node, int lane, Parcel parcel, long epoch, long nowNs) {
    if (!world.fences && parcel.kind() == Kind.FENCE) {
      echoes.add(parcel.message()); // as if it had come back already
      return;
    }
    world.put(name, node, lane, parcel, epoch);
  }

  @Override
  public void forwardOwn(long node, int lane, Message message, long epoch, long nowNs) {
    forward(node, lane, new Parcel(message, Kind.APP, Parcel.OWN, true), epoch, nowNs);
  }

  @Override
  public @Nullable List<Way> leftBehind(long node) {
    return leftBehind.get(node);
  }

  @Override
  public boolean hasAccepted(long node) {
    return world.hasAllArrived(name, node);
  }

  @Override
  public boolean hasUnreceived() {
    return !mailbox.isEmpty();
  }

  @Override
  public void acknowledgeFence(long origin, Message acknowledgement, long epoch, long nowNs) {
    Parcel parcel = new Parcel(acknowledgement, Kind.FENCE_ACK, Parcel.OWN, false);
    world.put(name, origin, Lane.URGENT, parcel, epoch);
  }

  @Override
  public void onOwnersChanged(List<Piece> pieces, long nowNs) {
    dispatcher.onOwnersChanged(pieces, nowNs);
  }

  @Override
  public void onConflict(VirtualRange lost, long winner, long nowNs) {
    throw new AssertionError("node " + name + " lost " + lost + " to " + winner);
  }

  @Override
  public void onEpochTooLow(VirtualRange range, long epoch, long nowNs) {
    throw new AssertionError("node " + name + " has too low an epoch for " + range);
  }

  @Override
  public void onSuccessor(List<Long> former, long node, long nowNs) {
    throw new AssertionError("nobody returns here");
  }

  @Override
  public void deliver(Message message) {
    if (!claims.assumed().contains(message.to())) {
      throw new AssertionError("node " + name + " was given " + message + ", not being its owner");
    }
    if (world.receives) {
      mailbox.add(message);
    } else {
      world.onDelivered(this, message);
    }
  }

  /** The application receives a message, if there is one; returns whether there was. */
  boolean receive() {
    if (mailbox.isEmpty()) {
      return false;
    }
    Message message = mailbox.remove(0);
    if (!claims.assumed().contains(message.to())) {
      throw new AssertionError("node " + name + " received " + message + " of another's range");
    }
    world.onDelivered(this, message);
    return true;
  }

  @Override
  public List<Message> takeBack(VirtualRange range) {
    List<Message> back = mailbox.stream().filter(m -> range.contains(m.to())).toList();
    mailbox.removeAll(back);
    return back;
  }

  @Override
  public void onAccepted(Message message) {
    world.onAccepted(message);
  }

  @Override
  public void onAway(long deltaBytes) {
    awayBytes += deltaBytes;
    if (awayBytes < 0) {
      throw new AssertionError("node " + name + " holds " + awayBytes + " bytes");
    }
  }

  @Override
  public boolean isMailboxFull() {
    return false;
  }

  @Override
  public long queuedBytes() {
    return 0;
  }

  @Override
  public void onOwner(VirtualRange range, long owner, long epoch) {}

  @Override
  public void onConflict(VirtualRange lost, long winner) {}

  @Override
  public void onGone(long node) {}

  @Override
  public void warn(String message) {
    throw new AssertionError(message);
  }
}
