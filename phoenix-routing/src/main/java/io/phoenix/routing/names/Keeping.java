package io.phoenix.routing.names;

import io.phoenix.api.Message;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import java.util.List;
import java.util.function.Consumer;

/**
 * Messages that wait for an owner when the node that has them leaves for good: they are given into
 * the keeping of a node that stays.
 *
 * <p>To the keeper they come like messages that were resolved to it at the epoch that was highest
 * when the leaver last heard: it holds them until somebody assumes the range, in a line of their
 * own for each channel of the leaver ({@link KeptLine}). If earlier messages of the channel took
 * another way, and are not known to have arrived, a {@link WayMark} goes ahead: the keeper sends a
 * fence of its own along that way before anything that follows in the line may go on. Another mark
 * tells of what went back unreceived, and must not be overtaken either. To those who sent through
 * the leaver the keeper is the next node on the way (see {@link Fences#inherit}).
 *
 * <p>Lines do not wait for each other in a circle: what a channel sent on was resolved to a higher
 * epoch than the channel's own, what went back unreceived at an epoch goes before nothing that was
 * resolved to a higher one, and a line waits for no more than the channel that it was.
 */
final class Keeping {
  /** How many marks a line holds. */
  private static final int MAX_MARKS = 64;

  private final long self;
  private final NameTable table;
  private final DispatchEffects effects;

  Keeping(long self, NameTable table, DispatchEffects effects) {
    this.self = self;
    this.table = table;
    this.effects = effects;
  }

  /**
   * Gives what waits for an owner into the keeping of another node; but not yet what follows
   * messages that the next node on their way has not accepted. The keeper's fence goes there in
   * another flow, and would overtake them.
   */
  void giveTo(long keeper, Consumer<Parcel> onTaken, long nowNs) {
    for (Piece piece : table.pieces()) {
      for (int lane = 0; lane < Lane.COUNT && piece.owner == 0; lane++) {
        List<Channel> channels = piece.channels(lane);
        boolean isAccepted =
            channels.stream().allMatch(c -> c.isClear() || effects.hasAccepted(c.viaOwner));
        if (isAccepted && channels.stream().anyMatch(c -> !c.held.isEmpty())) {
          long epoch = highestEpoch(piece, channels);
          for (Channel channel : channels) {
            if (!channel.held.isEmpty()) {
              give(piece, channel, lane, keeper, epoch, onTaken, nowNs);
            }
          }
        }
      }
    }
  }

  /** Above it is the epoch of whoever assumes the piece next: all that is kept goes on to that. */
  private static long highestEpoch(Piece piece, List<Channel> channels) {
    long epoch = Math.max(Claim.FIRST_EPOCH - 1, piece.epoch); // 0: the keeper's own
    for (Channel channel : channels) {
      // An idle one may have come from a larger piece: its epoch may be none of this piece.
      if (!channel.isIdle()) {
        epoch = Math.max(epoch, KeptLine.epochOf(channel.generation));
        epoch = Math.max(epoch, KeptLine.epochOf(channel.viaEpoch));
      }
    }
    return epoch;
  }

  private void give(
      Piece piece,
      Channel channel,
      int lane,
      long keeper,
      long epoch,
      Consumer<Parcel> onTaken,
      long nowNs) {
    long line = KeptLine.of(epoch, self, channel.generation);
    for (Channel earlier : piece.channels(lane)) {
      boolean isFollowed = earlier == channel || earlier.goesBefore(channel);
      if (isFollowed && !earlier.isClear() && !earlier.isVia(keeper, line)) {
        WayMark mark = new WayMark(piece.range(), earlier.viaOwner, earlier.viaEpoch);
        effects.forward(keeper, lane, mark.toParcel(self, channel.generation), line, nowNs);
      }
    }
    channel.goVia(keeper, line);
    channel.fence = 0; // should it come back after all: the way is another one now
    channel.unsettled = false;
    channel.usedNs = nowNs;
    for (Parcel parcel = channel.held.pollFirst();
        parcel != null;
        parcel = channel.held.pollFirst()) {
      onTaken.accept(parcel);
      effects.forward(keeper, lane, parcel, line, nowNs);
    }
  }

  /**
   * Checks a mark that a leaver sent here.
   *
   * @throws IllegalArgumentException if it is none, or there are too many
   */
  WayMark check(int lane, Message message, long epoch) {
    WayMark mark = WayMark.of(message, table.spaceSize());
    for (Piece piece : table.overlapping(mark.range())) {
      long marks =
          piece.channel(lane, epoch).held.stream().filter(p -> p.kind() == Kind.WAY).count();
      if (marks >= MAX_MARKS) {
        throw new IllegalArgumentException("more than " + MAX_MARKS + " way marks for " + mark);
      }
    }
    return mark;
  }

  /**
   * Whether a mark tells of what stands before it in the same line: its leaver gave that to this
   * node under its former name.
   */
  boolean isOfItsOwnLine(Parcel parcel, Channel channel) {
    WayMark mark = WayMark.of(parcel.message(), table.spaceSize());
    return effects.current(mark.owner()) == self && mark.epoch() == channel.generation;
  }

  /** A mark has its turn in a channel that is clear: from now on its way must be fenced first. */
  void takeUp(Parcel parcel, Channel channel, long nowNs) {
    WayMark mark = WayMark.of(parcel.message(), table.spaceSize());
    channel.goVia(effects.current(mark.owner()), mark.epoch());
    channel.usedNs = nowNs;
    channel.keptNs = nowNs;
  }
}
