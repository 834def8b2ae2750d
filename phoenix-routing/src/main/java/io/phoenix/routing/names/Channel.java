package io.phoenix.routing.names;

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
  /** The epoch at which peers resolved these messages to this node, or {@link Parcel#OWN}. */
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

  /** When the way was last used, or the fence last sent. */
  long usedNs;

  /** Messages and others' fences that wait for an owner or for our own fence, in order. */
  final Deque<Parcel> held = new ArrayDeque<>();

  Channel(long generation) {
    this.generation = generation;
  }

  /** Whether nothing is under way that a message could overtake. */
  boolean isClear() {
    return viaOwner == 0;
  }

  boolean isVia(long owner, long epoch) {
    return viaOwner == owner && viaEpoch == epoch;
  }

  boolean isIdle() {
    return viaOwner == 0 && fence == 0 && held.isEmpty();
  }

  void clear() {
    viaOwner = 0;
    viaEpoch = 0;
    unsettled = false;
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
    List<Parcel> all = new ArrayList<>(held);
    held.clear();
    for (Parcel parcel : all) {
      if (parcel.kind() == Kind.FENCE) {
        Fence theirs = Fence.of(parcel.message());
        theirs.below(at).ifPresent(f -> held.add(f.toParcel(generation)));
        theirs.from(at).ifPresent(f -> rest.held.add(f.toParcel(generation)));
      } else if (parcel.message().to() < at) {
        held.add(parcel);
      } else {
        rest.held.add(parcel);
      }
    }
    return rest;
  }
}
