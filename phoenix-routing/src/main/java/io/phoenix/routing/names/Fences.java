package io.phoenix.routing.names;

import io.phoenix.api.Message;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * This node's own fences, and the ways that they tell to be clear.
 *
 * <p>A way is <em>open</em> from the first message along it until a fence has come back, or until
 * the node that it leads through has left in order (then it has seen to its fences, or says where
 * they would have gone: see {@link #inherit}), or is given up.
 */
public final class Fences {
  /** Through how many nodes that left one after the other messages are followed at one epoch. */
  private static final int MAX_KEEPERS = 64;

  private final long self;
  private final NameTable table;
  private final DispatchEffects effects;
  private final Host host;
  private long lastId;

  /** What the fences ask of their dispatcher. */
  interface Host {
    /** A channel may go on. */
    void onCleared(Piece piece, Channel channel, int lane, long nowNs);

    /** A fence that was sent to this node itself, resolved to {@code epoch}. */
    void onFence(int lane, Message fence, long epoch, long nowNs);
  }

  Fences(long self, NameTable table, DispatchEffects effects, Host host) {
    this.self = self;
    this.table = table;
    this.effects = effects;
    this.host = host;
  }

  void send(Piece piece, Channel channel, int lane, long nowNs) {
    channel.fence = ++lastId;
    resend(piece, channel, lane, nowNs);
  }

  private void resend(Piece piece, Channel channel, int lane, long nowNs) {
    channel.usedNs = nowNs;
    Parcel parcel = new Fence(self, channel.fence, lane, piece.range()).toParcel(Parcel.OWN);
    if (channel.viaOwner == self) { // inherited: what went through one that left came back here
      host.onFence(lane, parcel.message(), channel.viaEpoch, nowNs);
    } else {
      effects.forward(channel.viaOwner, lane, parcel, channel.viaEpoch, nowNs);
    }
  }

  /** A fence has reached the owner of the range: nothing is under way to it any more. */
  public void onAck(Message message, long nowNs) {
    onAck(message, self, 0, nowNs);
  }

  /**
   * A fence has reached {@code owner}: nothing is under way to the range any more.
   *
   * @param epoch 0, or the epoch at which messages may wait there to be received
   */
  public void onAck(Message message, long owner, long epoch, long nowNs) {
    Fence fence = Fence.of(message).checked(table.spaceSize());
    if (fence.origin() != self) {
      return; // sent under a former name, and given up with it: its number may be another's now
    }
    List<Piece> cleared = new ArrayList<>();
    for (Piece piece : table.overlapping(fence.range())) {
      if (find(piece, fence) != null) {
        // Where only a part of a piece is clear, that becomes a piece of its own.
        cleared.addAll(table.cut(piece.range().intersection(fence.range()).orElseThrow()));
      }
    }
    for (Piece piece : cleared) {
      Channel channel = find(piece, fence);
      if (channel != null && epoch == 0) {
        clear(piece, channel, fence.lane(), nowNs);
      } else if (channel != null) {
        channel.fence = 0;
        channel.arriveAt(owner, epoch);
        channel.usedNs = nowNs;
        host.onCleared(piece, channel, fence.lane(), nowNs);
      }
    }
  }

  private static @Nullable Channel find(Piece piece, Fence fence) {
    for (Channel channel : piece.channels(fence.lane())) {
      if (channel.fence == fence.id()) {
        return channel;
      }
    }
    return null; // given up, or acknowledged before
  }

  private void clear(Piece piece, Channel channel, int lane, long nowNs) {
    channel.fence = 0;
    channel.clear();
    host.onCleared(piece, channel, lane, nowNs);
  }

  /**
   * What went through {@code node} is with {@code successor} now: fences go there. A successor of 0
   * means that nothing is under way through the node any more, or that it is given up.
   */
  public void changeWay(long node, long successor, long nowNs) {
    forEachOpen(
        (piece, channel, lane) -> {
          if (channel.viaOwner != node) {
            return;
          }
          if (successor == 0) {
            clear(piece, channel, lane, nowNs);
            return;
          }
          channel.viaOwner = successor;
          channel.unsettled = false;
          if (successor == self) { // what its former self had accepted waits here
            send(piece, channel, lane, nowNs);
          } else {
            proceed(piece, channel, lane, nowNs);
          }
        });
  }

  /**
   * A node is not waited for any more: ways through it to ranges that others assume now are given
   * up. The other ways stay. Nothing can overtake what went there until somebody assumes the range;
   * and if that is the node itself, which has returned, what is in doubt with it must still go
   * first.
   */
  public void giveUp(long node, long nowNs) {
    forEachOpen(
        (piece, channel, lane) -> {
          if (channel.viaOwner == node && leadsToFormerOwner(piece, channel)) {
            clear(piece, channel, lane, nowNs);
          }
        });
  }

  private static boolean leadsToFormerOwner(Piece piece, Channel channel) {
    return piece.owner != 0 && !channel.isVia(piece.owner, piece.epoch);
  }

  /**
   * Forgets the ways of a piece through a tenure that another node has taken over: all that its
   * owner accepted at that epoch ended there, so nothing of it is under way beyond. Whoever calls
   * this lets the piece's channels go on.
   */
  public void abandon(Piece piece, Tenure taken) {
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      for (Channel channel : piece.channels(lane)) {
        if (channel.isVia(taken.owner(), taken.epoch())) {
          channel.fence = 0;
          channel.clear();
        }
      }
    }
  }

  /** The way of a channel is another one now, on which the messages that it had under way are. */
  private void proceed(Piece piece, Channel channel, int lane, long nowNs) {
    if (channel.fence != 0) {
      send(piece, channel, lane, nowNs);
    } else {
      host.onCleared(piece, channel, lane, nowNs);
    }
  }

  /**
   * A node has left for good, and what it had sent on was accepted. So what went through it has
   * been delivered, or is on one of the ways that it left behind: these are ways of this node now.
   * (It could also have waited for its own fences; but in a network that is slow, nodes that leave
   * would wait for each other's, and all others for them.)
   */
  public void inherit(long node, List<Way> left, long nowNs) {
    inherit(node, left, MAX_KEEPERS, nowNs);
  }

  private void inherit(long node, List<Way> left, int keepers, long nowNs) {
    for (Way way : left) {
      if (table.overlapping(way.range()).stream().anyMatch(piece -> isOpenVia(node, piece, way))) {
        table.cut(way.range());
      }
    }
    Set<Long> next = new LinkedHashSet<>();
    forEachOpen(
        (piece, channel, lane) -> {
          if (channel.viaOwner != node || channel.unsettled) {
            return; // what is unsettled waits for a successor, or until the node is given up
          }
          Way way = find(left, piece, channel, lane);
          if (way == null || hasArrived(way, piece)) {
            clear(piece, channel, lane, nowNs);
          } else if (isLater(way, channel)
              // The leaver gave it into another node's keeping, perhaps without a higher epoch.
              || (isAtSameEpoch(way, channel) && keepers > 0)) {
            // A node on the way may have left and returned: what it had is with its successor.
            long owner = effects.current(way.owner());
            channel.goVia(owner, way.epoch());
            next.add(owner);
            if (owner == self) {
              send(piece, channel, lane, nowNs); // no messages follow: this is no way to send them
            } else {
              proceed(piece, channel, lane, nowNs);
            }
          }
        });
    for (long other : next) { // it may have left, too; ends, because epochs or keepers run out
      inheritIfLeft(other, keepers - 1, nowNs);
    }
  }

  /** Follows a way that leads through a node which has left for good before it was taken up. */
  void inheritIfLeft(long node, long nowNs) {
    inheritIfLeft(node, MAX_KEEPERS, nowNs);
  }

  private void inheritIfLeft(long node, int keepers, long nowNs) {
    List<Way> ways = effects.leftBehind(node);
    if (ways != null) {
      inherit(node, ways, keepers, nowNs);
    }
  }

  /** Whether a way ends here: where this node still has the piece, or at what cannot be. */
  private boolean hasArrived(Way way, Piece piece) {
    return way.owner() == self
        && (piece.isOwnedBy(self, way.epoch()) || KeptLine.epochOf(way.epoch()) > piece.epoch());
  }

  private static boolean isLater(Way way, Channel channel) {
    return KeptLine.epochOf(way.epoch()) > KeptLine.epochOf(channel.viaEpoch);
  }

  private static boolean isAtSameEpoch(Way way, Channel channel) {
    return KeptLine.epochOf(way.epoch()) == KeptLine.epochOf(channel.viaEpoch);
  }

  private static boolean isOpenVia(long node, Piece piece, Way way) {
    return piece.channels(way.lane()).stream()
        .anyMatch(c -> c.viaOwner == node && isFollowedBy(way, c));
  }

  private static @Nullable Way find(List<Way> ways, Piece piece, Channel channel, int lane) {
    Way found = null;
    for (Way way : ways) {
      if (way.lane() == lane
          && isFollowedBy(way, channel)
          && way.range().overlaps(piece.range())
          && (found == null || leadsFurther(way, found))) {
        found = way;
      }
    }
    return found;
  }

  /**
   * Of two ways, the one to follow: that of the same generation leads on to those of what went back
   * unreceived, and of these the earlier one leads to where the later one was fenced.
   */
  private static boolean leadsFurther(Way way, Way than) {
    return way.generation() > 0
        || (than.generation() < 0
            && KeptLine.epochOf(way.epoch()) > KeptLine.epochOf(than.epoch()));
  }

  /**
   * Whether what a channel sent to the node that left this way behind may have gone on along it.
   */
  private static boolean isFollowedBy(Way way, Channel channel) {
    return way.generation() == channel.viaEpoch
        || (way.generation() < 0 && KeptLine.epochOf(channel.viaEpoch) <= -way.generation());
  }

  /** Whether a way is open to virtual nodes that somebody assumes: its fence will come back. */
  public boolean isOpenToOwners() {
    boolean[] found = {false};
    forEachOpen((piece, channel, lane) -> found[0] |= piece.owner != 0 && channel.isUnderWay());
    return found[0];
  }

  /** The open ways of what others sent through this node, for {@link #inherit}. */
  public List<Way> openForOthers() {
    return openWays().stream().filter(way -> way.generation() != Parcel.OWN).toList();
  }

  /** Whether something is under way that is not known to have arrived at an owner. */
  public boolean hasUnderWay() {
    boolean[] any = {false};
    forEachOpen((piece, channel, lane) -> any[0] |= channel.isUnderWay());
    return any[0];
  }

  /** The ways that are open. */
  public List<Way> openWays() {
    List<Way> ways = new ArrayList<>();
    forEachOpen(
        (piece, channel, lane) ->
            ways.add(
                new Way(
                    piece.range(), lane, channel.generation, channel.viaOwner, channel.viaEpoch)));
    return ways;
  }

  /**
   * Remembers a way from before this node left and returned.
   *
   * @param unsettled whether messages on it are in doubt, so that it waits for {@link #changeWay}
   */
  public void restore(Way way, boolean unsettled) {
    for (Piece piece : table.cut(way.range())) {
      Channel channel = piece.channel(way.lane(), way.generation());
      channel.goVia(way.owner(), way.epoch());
      channel.unsettled = unsettled;
    }
  }

  /** Sends fences along all open ways, so that they become known to be clear. */
  public void sendAll(long nowNs) {
    forEachOpen(
        (piece, channel, lane) -> {
          if (channel.fence == 0 && !channel.unsettled && channel.isUnderWay()) {
            send(piece, channel, lane, nowNs);
          }
        });
  }

  /**
   * Looks after fences that are out for long (somebody may have crashed with them: they are sent
   * again) and after ways that only others' messages took (nobody else would ever close them).
   *
   * @param giveUpNs how long a way is waited for that a mark told of
   * @param isGivenUp whether a node is no longer waited for
   * @return whether there is still something to look after
   */
  public boolean tend(long patienceNs, long giveUpNs, LongPredicate isGivenUp, long nowNs) {
    boolean[] busy = {false};
    forEachOpen(
        (piece, channel, lane) -> {
          boolean isStuck =
              channel.keptNs != Channel.NOT_KEPT && nowNs - channel.keptNs >= giveUpNs;
          boolean isGone = isGivenUp.test(channel.viaOwner);
          boolean isLost = isGone && leadsToFormerOwner(piece, channel);
          if (isLost || (channel.fence != 0 && isStuck)) {
            clear(piece, channel, lane, nowNs);
            return;
          }
          boolean isTransit = channel.generation != Parcel.OWN;
          if (isGone || channel.unsettled || (channel.fence == 0 && !isTransit)) {
            return;
          }
          busy[0] = true;
          if (nowNs - channel.usedNs < patienceNs) {
            return;
          }
          if (channel.fence == 0) {
            send(piece, channel, lane, nowNs);
          } else {
            resend(piece, channel, lane, nowNs);
          }
        });
    for (Piece piece : table.pieces()) {
      piece.dropIdleChannels();
    }
    return busy[0];
  }

  private interface Visitor {
    void visit(Piece piece, Channel channel, int lane);
  }

  private void forEachOpen(Visitor visitor) {
    for (Piece piece : table.pieces()) {
      for (int lane = 0; lane < Lane.COUNT; lane++) {
        for (Channel channel : List.copyOf(piece.channels(lane))) {
          if (!channel.isClear()) {
            visitor.visit(piece, channel, lane);
          }
        }
      }
    }
  }
}
