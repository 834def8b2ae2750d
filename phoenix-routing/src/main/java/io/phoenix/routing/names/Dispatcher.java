package io.phoenix.routing.names;

import io.phoenix.api.Message;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides where a message to a virtual node goes next: to the application here, to its owner, or
 * nowhere yet; and keeps the order of messages while owners change.
 *
 * <p>Per piece, lane and generation, a {@link Channel} remembers the way that messages last took
 * (an owner at an epoch). While the owner stays the same, messages follow each other in one flow.
 * When it changes, those under way might be overtaken: so a <em>fence</em> is sent the old way, and
 * messages are held until it comes back from whichever node owns the piece when it gets there. A
 * node on that way treats the fence as it treats messages (it may have to send a fence of its own
 * first), so the fence cannot overtake them.
 *
 * <p>A message that a peer resolved to exactly this node and epoch is delivered at once: its order
 * is what the peer keeps. One resolved to an older epoch is dispatched anew, and only to higher
 * epochs, so that it cannot circle.
 */
public final class Dispatcher {
  private static final int MAX_FENCES = 1 << 16;

  private final long self;
  private final NameTable table;
  private final Fences fences;
  private final Keeping keeping;
  private final DispatchEffects effects;
  private long transitBytes;

  /** How many fences of others wait here, those that a piece was split under counted once. */
  private int heldFences;

  private boolean frozen;

  public Dispatcher(long self, NameTable table, DispatchEffects effects) {
    this.self = self;
    this.table = table;
    this.effects = effects;
    this.keeping = new Keeping(self, table, effects);
    this.fences =
        new Fences(
            self,
            table,
            effects,
            new Fences.Host() {
              @Override
              public void onCleared(Piece piece, Channel channel, int lane, long nowNs) {
                Dispatcher.this.onCleared(piece, channel, lane, nowNs);
              }

              @Override
              public void onFence(int lane, Message fence, long epoch, long nowNs) {
                Dispatcher.this.onFence(lane, fence, epoch, nowNs);
              }
            });
  }

  /** This node's own fences. */
  public Fences fences() {
    return fences;
  }

  /** Bytes of other nodes' messages that wait here. */
  public long transitBytes() {
    return transitBytes;
  }

  /** Sends a counted message of this node on its way. */
  public void dispatchOwn(int lane, Message message, long nowNs) {
    Piece piece = table.lookup(message.to());
    if (piece.isOpenForOwn(lane)) { // the common case, without a parcel
      effects.forwardOwn(piece.owner, lane, message, piece.epoch, nowNs);
    } else {
      dispatch(lane, new Parcel(message, Kind.APP, Parcel.OWN, true), nowNs);
    }
  }

  /** Sends a parcel on its way: this node's own, or one that was resolved to an older epoch. */
  public void dispatch(int lane, Parcel parcel, long nowNs) {
    Piece piece = table.lookup(parcel.message().to());
    Channel channel = piece.channel(lane, parcel.generation());
    boolean mustWait = !channel.held.isEmpty() || channel.fence != 0;
    if (mustWait || !route(piece, channel, lane, parcel, nowNs)) {
      if (channel.holdsFence(parcel)) {
        return; // its sender grew impatient: one is enough
      }
      channel.held.addLast(parcel);
      countHeld(parcel, 1);
    }
  }

  /** A peer handed over a message that it had resolved to this node at {@code epoch}. */
  public void onArrival(int lane, Message message, long epoch, long nowNs) {
    Piece piece = table.lookup(message.to());
    if (piece.isOwnedBy(self, epoch)) {
      effects.deliverNow(message, epoch);
    } else {
      piece.checkRoom(lane, epoch);
      dispatch(lane, new Parcel(message, Kind.APP, epoch, false), nowNs);
    }
  }

  /** A fence came in, resolved to this node at {@code epoch}. */
  public void onFence(int lane, Message message, long epoch, long nowNs) {
    Fence fence = Fence.of(message).checked(table.spaceSize());
    for (Piece piece : table.overlapping(fence.range())) {
      Fence part = fence.within(piece.range().intersection(fence.range()).orElseThrow());
      if (piece.isOwnedBy(self, epoch)) {
        effects.deliver(part.toParcel(epoch));
      } else if (heldFences < MAX_FENCES) { // else: its sender, if it is honest, sends it again
        piece.checkRoom(lane, epoch);
        dispatch(lane, part.toParcel(epoch), nowNs);
      }
    }
  }

  /** A mark came in, ahead of messages that a leaver gives into this node's keeping. */
  public void onWayMark(int lane, Message message, long epoch, long nowNs) {
    WayMark mark = keeping.check(lane, message, epoch);
    Parcel parcel = new Parcel(message, Kind.WAY, epoch, false);
    for (Piece piece : table.overlapping(mark.range())) {
      piece.checkRoom(lane, epoch);
      dispatch(lane, WayMark.within(parcel, piece.range()).orElseThrow(), nowNs);
    }
  }

  /** Gives all that waits for an owner into the keeping of another node: this one leaves. */
  public void giveTo(long keeper, long nowNs) {
    keeping.giveTo(keeper, parcel -> countHeld(parcel, -1), nowNs);
  }

  /** Owners have changed: what was held for the pieces may have somewhere to go. */
  public void onOwnersChanged(List<Piece> pieces, long nowNs) {
    for (Piece piece : pieces) {
      long end = piece.end;
      for (int lane = 0; lane < Lane.COUNT; lane++) {
        flushUpTo(end, piece, lane, nowNs);
      }
    }
  }

  /** Lets a piece go on, and those behind it up to {@code end}: it may be split on the way. */
  private void flushUpTo(long end, Piece first, int lane, long nowNs) {
    flushAll(first, lane, nowNs);
    for (Piece part = first; part.end < end; ) {
      part = table.lookup(part.end);
      flushAll(part, lane, nowNs);
    }
  }

  private void flushAll(Piece piece, int lane, long nowNs) {
    for (Channel channel : List.copyOf(piece.channels(lane))) {
      flush(piece, channel, lane, nowNs);
    }
  }

  /**
   * Puts parcels that were sent or delivered earlier, but not taken, in front of what is held in
   * their lane. What is held in other lanes stays: earlier parcels may be about to be put back
   * there, too.
   */
  public void putBack(int lane, List<Parcel> parcels, long nowNs) {
    List<Piece> touched = new ArrayList<>();
    for (int i = parcels.size() - 1; i >= 0; i--) {
      Parcel parcel = parcels.get(i);
      if (parcel.kind() == Kind.FENCE) {
        putBackFence(lane, parcel, touched);
      } else if (parcel.kind() == Kind.WAY) {
        for (Piece piece : table.pieces()) {
          WayMark.within(parcel, piece.range())
              .ifPresent(part -> holdFirst(piece, lane, part, touched));
        }
      } else {
        holdFirst(table.lookup(parcel.message().to()), lane, parcel, touched);
      }
    }
    for (Piece piece : touched) {
      flushUpTo(piece.end, piece, lane, nowNs);
    }
  }

  private void putBackFence(int lane, Parcel parcel, List<Piece> touched) {
    Fence fence = Fence.of(parcel.message());
    if (fence.origin() == self && parcel.generation() == Parcel.OWN) {
      return; // whoever closed the flow clears the way, or sends a new fence another way
    }
    for (Piece piece : table.overlapping(fence.range())) {
      Fence part = fence.within(piece.range().intersection(fence.range()).orElseThrow());
      holdFirst(piece, lane, part.toParcel(parcel.generation()), touched);
    }
  }

  private void holdFirst(Piece piece, int lane, Parcel parcel, List<Piece> touched) {
    Parcel kept = parcel.generation() == Parcel.UNRECEIVED ? released(parcel, piece) : parcel;
    piece.channel(lane, kept.generation()).held.addFirst(kept);
    countHeld(kept, 1);
    touched.add(piece);
  }

  /** A parcel that was delivered and goes back because this node has just released its piece. */
  private static Parcel released(Parcel parcel, Piece piece) {
    return new Parcel(parcel.message(), parcel.kind(), -piece.epoch, parcel.counted());
  }

  /** Everything that is held, by lane and in the order in which it would go on. */
  public List<List<Parcel>> held() {
    List<List<Parcel>> all = new ArrayList<>();
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      List<Parcel> held = new ArrayList<>();
      for (Piece piece : table.pieces()) {
        for (Channel channel : piece.channels(lane)) {
          held.addAll(channel.held);
        }
      }
      all.add(held);
    }
    return all;
  }

  /** Holds everything from now on: this node is about to leave with it. */
  public void freeze() {
    frozen = true;
  }

  /** This node stays, after all: what is held goes on. */
  public void thaw(long nowNs) {
    frozen = false;
    onOwnersChanged(table.pieces(), nowNs);
  }

  /** Whether anything is held at all. */
  public boolean holdsAny() {
    return table.pieces().stream().anyMatch(p -> p.waiting() > 0);
  }

  /** Whether anything is held for a piece that has an owner: it will move on by itself. */
  public boolean holdsForOwners() {
    return table.pieces().stream().anyMatch(p -> p.owner != 0 && p.waiting() > 0);
  }

  /** Sends a parcel on if it may go now; returns whether it did. */
  private boolean route(Piece piece, Channel channel, int lane, Parcel parcel, long nowNs) {
    if (piece.owner == 0 || channel.unsettled || frozen) {
      return false;
    }
    if (piece.epoch < KeptLine.epochOf(channel.generation)) {
      return false; // old news: this node has returned, and knows less than those who sent it this
    }
    if (!haveUnreceivedGone(piece, channel, lane, nowNs)) {
      return false;
    }
    boolean isMark = parcel.kind() == Kind.WAY;
    if (isMark && keeping.isOfItsOwnLine(parcel, channel)) {
      return true;
    }
    if (isMark ? !channel.isClear() : !channel.canGoTo(piece.owner, piece.epoch)) {
      fences.send(piece, channel, lane, nowNs);
      return false;
    }
    if (isMark) {
      keeping.takeUp(parcel, channel, nowNs);
      fences.send(piece, channel, lane, nowNs);
      fences.inheritIfLeft(channel.viaOwner, nowNs);
      return true;
    }
    if (piece.owner != self) {
      channel.goVia(piece.owner, piece.epoch);
      channel.keptNs = Channel.NOT_KEPT;
      channel.usedNs = nowNs;
      effects.forward(piece.owner, lane, parcel, piece.epoch, nowNs);
    } else {
      effects.deliver(parcel);
    }
    return true;
  }

  /**
   * Whether what went back unreceived has gone where a message would go now, so that the message
   * follows it. If it has gone elsewhere, its fence goes first.
   */
  private boolean haveUnreceivedGone(Piece piece, Channel channel, int lane, long nowNs) {
    List<Channel> all = piece.channels(lane);
    for (int i = 0; i < all.size() && all.get(i).isUnreceived(); i++) {
      Channel earlier = all.get(i);
      if (!earlier.goesBefore(channel)) {
        continue;
      }
      if (earlier.fence != 0 || earlier.unsettled || !earlier.held.isEmpty()) {
        return false;
      }
      if (!earlier.canGoTo(piece.owner, piece.epoch)) {
        fences.send(piece, earlier, lane, nowNs);
        return false;
      }
    }
    return true;
  }

  /**
   * A fence has had its turn among the messages that are delivered here. Not before: until then the
   * application may release the range, and what waits for delivery goes elsewhere.
   *
   * <p>The same is true of what the application has not received. But the fence cannot wait for
   * that: the application may wait for a message that is behind the fence. So the origin is told
   * that its messages are here, at which epoch, and follows them should they move on.
   */
  public void onReached(Message message, long nowNs) {
    Fence fence = Fence.of(message);
    if (fence.origin() == self) {
      fences.onAck(fence.toMessage(self), nowNs); // what moves on goes before what is sent here
      return;
    }
    if (!effects.hasUnreceived()) {
      effects.acknowledgeFence(fence.origin(), fence.toMessage(fence.origin()), 0, nowNs);
      return;
    }
    for (Piece piece : table.overlapping(fence.range())) {
      Fence part = fence.within(piece.range().intersection(fence.range()).orElseThrow());
      effects.acknowledgeFence(fence.origin(), part.toMessage(fence.origin()), piece.epoch, nowNs);
    }
  }

  /** A channel may go on, and so may those that wait for it. */
  private void onCleared(Piece piece, Channel channel, int lane, long nowNs) {
    if (channel.isUnreceived()) {
      flushUpTo(piece.end, piece, lane, nowNs);
    } else {
      flush(piece, channel, lane, nowNs);
    }
  }

  private void flush(Piece piece, Channel channel, int lane, long nowNs) {
    while (channel.fence == 0 && !channel.held.isEmpty()) {
      Parcel next = channel.held.removeFirst();
      if (!route(piece, channel, lane, next, nowNs)) {
        channel.held.addFirst(next);
        return;
      }
      countHeld(next, -1);
    }
    if (channel.isUnreceived() && channel.isIdle()) {
      piece.dropIdleChannels(); // or every message would look whether it must wait for it
    }
  }

  private void countHeld(Parcel parcel, int sign) {
    if (parcel.kind() == Kind.FENCE) { // one may have become two where a piece was split
      heldFences = Math.max(0, heldFences + sign);
    }
    if (parcel.counted()) {
      effects.onAway(sign * parcel.costBytes());
    } else if (parcel.kind() == Kind.APP) {
      transitBytes += sign * parcel.costBytes();
    }
  }
}
