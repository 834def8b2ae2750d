package io.phoenix.routing.names;

import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import java.util.ArrayList;
import java.util.List;

/** A stretch of virtual nodes of which the same is known: their owner, and what is under way. */
public final class Piece {
  private static final int MAX_CHANNELS = 1024;

  long first;
  long end;

  /** The node that assumes it; 0 if nobody is known to. */
  long owner;

  /** The highest ownership epoch heard of, whether its owner still assumes the piece or not. */
  long epoch;

  /**
   * By lane, one channel a generation. First those of messages that went back unreceived, if any,
   * then the one for messages sent here.
   */
  private final List<List<Channel>> channels = new ArrayList<>(Lane.COUNT);

  Piece(long first, long end) {
    this.first = first;
    this.end = end;
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      channels.add(List.of());
    }
  }

  /** The virtual nodes in it. */
  public VirtualRange range() {
    return VirtualRange.of(first, end);
  }

  /** The node that assumes it; 0 if nobody is known to. */
  public long owner() {
    return owner;
  }

  /** The highest ownership epoch heard of. */
  public long epoch() {
    return epoch;
  }

  /** How many messages for it wait here. */
  public long waiting() {
    long sum = 0;
    for (List<Channel> lane : channels) {
      for (Channel channel : lane) {
        sum += channel.held.size();
      }
    }
    return sum;
  }

  boolean isOwnedBy(long node, long atEpoch) {
    return owner == node && epoch == atEpoch;
  }

  /** The channels of a lane; not to be changed. */
  List<Channel> channels(int lane) {
    return channels.get(lane);
  }

  /** Whether messages sent here just follow the last ones, to another node. */
  boolean isOpenForOwn(int lane) {
    List<Channel> present = channels.get(lane);
    if (owner == 0 || present.isEmpty()) {
      return false;
    }
    Channel own = present.get(0);
    return own.generation == Parcel.OWN
        && own.fence == 0
        && !own.unsettled
        && !own.arrived
        && own.isVia(owner, epoch)
        && own.held.isEmpty();
  }

  /** The channel of a lane for a generation, made if need be. */
  Channel channel(int lane, long generation) {
    List<Channel> present = channels.get(lane);
    for (int i = 0; i < present.size(); i++) {
      if (present.get(i).generation == generation) {
        return present.get(i);
      }
    }
    Channel made = new Channel(generation);
    List<Channel> more = new ArrayList<>(present);
    more.add(place(more, generation), made);
    channels.set(lane, more);
    return made;
  }

  /** What was not received comes first; then a node's own messages, and others' by epoch. */
  private static int place(List<Channel> channels, long generation) {
    int at = 0;
    while (at < channels.size()
        && (channels.get(at).isUnreceived()
            || (generation > Parcel.OWN
                && KeptLine.isBefore(channels.get(at).generation, generation)))) {
      at++;
    }
    return at;
  }

  /**
   * Checks that there is room for a channel of this generation, which a peer has chosen. There are
   * as many as epochs at which this node assumed the piece of late, and as lines that it keeps for
   * others: few.
   *
   * @throws IllegalArgumentException if there are too many already
   */
  void checkRoom(int lane, long generation) {
    List<Channel> present = channels.get(lane);
    if (present.size() >= MAX_CHANNELS
        && present.stream().noneMatch(c -> c.generation == generation)) {
      throw new IllegalArgumentException("resolved to one of too many epochs of " + range());
    }
  }

  /** Drops channels that hold nothing and have nothing under way. */
  void dropIdleChannels() {
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      List<Channel> present = channels.get(lane);
      if (present.stream().anyMatch(Channel::isIdle)) {
        channels.set(lane, new ArrayList<>(present.stream().filter(c -> !c.isIdle()).toList()));
      }
    }
  }

  /** Cuts off what begins at {@code at}, and returns it. */
  Piece split(long at) {
    Piece rest = new Piece(at, end);
    rest.owner = owner;
    rest.epoch = epoch;
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      List<Channel> theirs = new ArrayList<>();
      for (Channel channel : channels.get(lane)) {
        theirs.add(channel.split(at));
      }
      rest.channels.set(lane, theirs);
    }
    end = at;
    return rest;
  }

  /** Whether it and the piece behind it are alike in every respect, and nothing waits. */
  boolean canJoin(Piece next) {
    if (owner != next.owner || epoch != next.epoch) {
      return false;
    }
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      List<Channel> mine = channels.get(lane);
      List<Channel> theirs = next.channels.get(lane);
      if (mine.size() != theirs.size()) {
        return false;
      }
      for (int i = 0; i < mine.size(); i++) {
        Channel a = mine.get(i);
        Channel b = theirs.get(i);
        if (a.generation != b.generation
            || !a.isVia(b.viaOwner, b.viaEpoch)
            || a.fence != b.fence
            || a.unsettled != b.unsettled
            || a.arrived != b.arrived
            || !a.held.isEmpty()
            || !b.held.isEmpty()) {
          return false;
        }
      }
    }
    return true;
  }
}
