package io.phoenix.routing.names;

import io.phoenix.api.Message;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * This node's own fences, and the ways that they tell to be clear.
 *
 * <p>A way is <em>open</em> from the first message along it until a fence has come back, or until
 * the node that it leads through has left in order (then it has seen to its fences), or is given
 * up.
 */
public final class Fences {
  private final long self;
  private final NameTable table;
  private final DispatchEffects effects;
  private final Cleared cleared;
  private long lastId;

  /** Told when a channel may go on. */
  interface Cleared {
    void onCleared(Piece piece, Channel channel, int lane, long nowNs);
  }

  Fences(long self, NameTable table, DispatchEffects effects, Cleared cleared) {
    this.self = self;
    this.table = table;
    this.effects = effects;
    this.cleared = cleared;
  }

  /**
   * A way that messages took from here.
   *
   * @param range to which virtual nodes
   * @param lane in which lane
   * @param generation in the channel of this generation
   * @param owner through which node
   * @param epoch resolved to which epoch
   */
  public record Way(VirtualRange range, int lane, long generation, long owner, long epoch) {}

  void send(Piece piece, Channel channel, int lane, long nowNs) {
    channel.fence = ++lastId;
    resend(piece, channel, lane, nowNs);
  }

  private void resend(Piece piece, Channel channel, int lane, long nowNs) {
    channel.usedNs = nowNs;
    Parcel parcel = new Fence(self, channel.fence, lane, piece.range()).toParcel(Parcel.OWN);
    effects.forward(channel.viaOwner, lane, parcel, channel.viaEpoch, nowNs);
  }

  /** A fence has reached the owner of the range: nothing is under way to it any more. */
  public void onAck(Message message, long nowNs) {
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
      if (channel != null) {
        clear(piece, channel, fence.lane(), nowNs);
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
    cleared.onCleared(piece, channel, lane, nowNs);
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
          if (successor == 0 || successor == self) {
            clear(piece, channel, lane, nowNs);
            return;
          }
          channel.viaOwner = successor;
          channel.unsettled = false;
          if (channel.fence != 0) {
            send(piece, channel, lane, nowNs);
          } else {
            cleared.onCleared(piece, channel, lane, nowNs);
          }
        });
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
      channel.viaOwner = way.owner();
      channel.viaEpoch = way.epoch();
      channel.unsettled = unsettled;
    }
  }

  /** Sends fences along all open ways, so that they become known to be clear. */
  public void sendAll(long nowNs) {
    forEachOpen(
        (piece, channel, lane) -> {
          if (channel.fence == 0 && !channel.unsettled) {
            send(piece, channel, lane, nowNs);
          }
        });
  }

  /**
   * Looks after fences that are out for long (somebody may have crashed with them: they are sent
   * again) and after ways that only others' messages took (nobody else would ever close them).
   *
   * @param isGivenUp whether a node is no longer waited for
   * @return whether there is still something to look after
   */
  public boolean tend(long patienceNs, LongPredicate isGivenUp, long nowNs) {
    boolean[] busy = {false};
    forEachOpen(
        (piece, channel, lane) -> {
          if (channel.fence != 0 && isGivenUp.test(channel.viaOwner)) {
            clear(piece, channel, lane, nowNs);
            return;
          }
          boolean isTransit = channel.generation != Parcel.OWN;
          if (channel.unsettled || (channel.fence == 0 && !isTransit)) {
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
