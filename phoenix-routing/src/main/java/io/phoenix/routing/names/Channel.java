package io.phoenix.routing.names;

import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Parcel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What is under way from this node to one piece, in one lane and of one generation. Order is kept
 * within a channel; between channels there is none to keep, because a sender comes to a later
 * generation only after a fence of its own has passed through the earlier one.
 */
final class Channel {
  static final long NOT_KEPT = Long.MIN_VALUE;

  /** No space is larger. */
  private static final long MAX_SPACE = 1L << 62;

  /**
   * The epoch at which peers resolved these messages to this node, or {@link Parcel#OWN}; below 0
   * for messages that went back unreceived when this node released an epoch: minus that epoch. What
   * leavers gave into this node's keeping is in lines of an epoch ({@link KeptLine}).
   */
  final long generation;

  /**
   * The way that messages last took: to this owner at this epoch. 0 if none is under way that a
   * later one could overtake: nothing was sent, or a fence has told that all of it has arrived.
   */
  long viaOwner;

  long viaEpoch;

  /** The fence that is out along that way; 0 if none is. */
  long fence;

  /**
   * Whether messages on that way are in doubt, because this node left while they were. It waits
   * until that is settled: a fence would not tell, for it would take the way of another flow.
   */
  boolean unsettled;

  /**
   * Whether all that took that way is known to have arrived there, but the application may not have
   * received it. If the owner releases it, it moves on: the way is that of a message which has just
   * arrived, and a fence along it follows whatever moves on.
   */
  boolean arrived;

  /** When the way was last used, or the fence last sent. */
  long usedNs;

  /**
   * Since when the way is one that a mark told of, {@link #NOT_KEPT} if it is not. Two lines of a
   * keeper may have the same number, and hold each other up: so this wait is bounded, as that for a
   * node that vanished is.
   */
  long keptNs = NOT_KEPT;

  /** Messages and others' fences that wait for an owner or for our own fence, in order. */
  final Deque<Parcel> held = new ArrayDeque<>();

  Channel(long generation) {
    this.generation = generation;
  }

  /** Whether these messages were delivered here, but not received. */
  boolean isUnreceived() {
    return generation < 0;
  }

  /**
   * Whether messages of {@code other} must not overtake those of this channel: they went back, and
   * whatever was resolved to this node up to the epoch that it released came after them. What is
   * resolved to a later epoch of this node comes from senders whose fences have followed them. So
   * fences that wait for each other wait for ever higher epochs, and never in a circle.
   */
  boolean goesBefore(Channel other) {
    return isUnreceived()
        && !other.isUnreceived()
        && KeptLine.epochOf(other.generation) <= -generation;
  }

  /** Whether nothing is under way that a message could overtake. */
  boolean isClear() {
    return viaOwner == 0;
  }

  boolean isVia(long owner, long epoch) {
    return viaOwner == owner && viaEpoch == epoch;
  }

  /** Whether a message that goes to this owner at this epoch overtakes nothing. */
  boolean canGoTo(long owner, long epoch) {
    // The owner has told of an epoch that this node has not heard of: it is still the owner.
    boolean waitsThere = arrived && viaOwner == owner && viaEpoch >= epoch;
    return isClear() || isVia(owner, epoch) || waitsThere;
  }

  /** Whether something may be under way that has not arrived at any owner. */
  boolean isUnderWay() {
    return viaOwner != 0 && !arrived;
  }

  void goVia(long owner, long epoch) {
    viaOwner = owner;
    viaEpoch = epoch;
    arrived = false;
  }

  /** All that was under way is with its owner, where the application may not have received it. */
  void arriveAt(long owner, long epoch) {
    goVia(owner, epoch);
    unsettled = false;
    arrived = true;
  }

  boolean isIdle() {
    return viaOwner == 0 && fence == 0 && held.isEmpty();
  }

  void clear() {
    viaOwner = 0;
    viaEpoch = 0;
    unsettled = false;
    arrived = false;
    keptNs = NOT_KEPT;
  }

  /** Whether a parcel is a fence that is held already. */
  boolean holdsFence(Parcel parcel) {
    if (parcel.kind() != Kind.FENCE) {
      return false;
    }
    Fence fence = Fence.of(parcel.message());
    return held.stream()
        .anyMatch(h -> h.kind() == Kind.FENCE && Fence.of(h.message()).equals(fence));
  }

  /** Keeps what is for virtual nodes below {@code at}, and returns the rest. */
  Channel split(long at) {
    Channel rest = new Channel(generation);
    rest.viaOwner = viaOwner;
    rest.viaEpoch = viaEpoch;
    rest.fence = fence;
    rest.usedNs = usedNs;
    rest.unsettled = unsettled;
    rest.arrived = arrived;
    rest.keptNs = keptNs;
    List<Parcel> all = new ArrayList<>(held);
    held.clear();
    for (Parcel parcel : all) {
      if (parcel.kind() == Kind.FENCE) {
        Fence theirs = Fence.of(parcel.message());
        theirs.below(at).ifPresent(f -> held.add(f.toParcel(generation)));
        theirs.from(at).ifPresent(f -> rest.held.add(f.toParcel(generation)));
      } else if (parcel.kind() == Kind.WAY) {
        WayMark.within(parcel, VirtualRange.of(0, at)).ifPresent(held::add);
        WayMark.within(parcel, VirtualRange.of(at, MAX_SPACE)).ifPresent(rest.held::add);
      } else if (parcel.message().to() < at) {
        held.add(parcel);
      } else {
        rest.held.add(parcel);
      }
    }
    return rest;
  }
}
