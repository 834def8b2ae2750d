package io.phoenix.routing.node;

import io.phoenix.api.Message;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.names.Fence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Messages that are about to be delivered here. A handler may send to its own node, or release the
 * range that it serves: so deliveries that a handler causes wait here until it has returned, and
 * those for a range that is released meanwhile are taken back. Fences wait here with the messages
 * that they follow.
 */
final class Inbox {
  private final CoreEffects out;
  private final FenceTaker fences;
  private final Deque<Parcel> waiting = new ArrayDeque<>();
  private boolean delivering;

  /** Told when a fence has its turn. */
  @FunctionalInterface
  interface FenceTaker {
    void onReached(Message fence, long nowNs);
  }

  Inbox(CoreEffects out, FenceTaker fences) {
    this.out = out;
    this.fences = fences;
  }

  /** Whether a handler is running. */
  boolean isDelivering() {
    return delivering;
  }

  void add(Parcel parcel) {
    waiting.addLast(parcel);
  }

  /** Delivers at once, unless that would nest or overtake. */
  void deliverNow(Message message, long generation) {
    if (delivering || !waiting.isEmpty()) {
      waiting.addLast(new Parcel(message, Kind.APP, generation, false));
      return;
    }
    delivering = true;
    try {
      out.deliver(message);
    } finally {
      delivering = false;
    }
  }

  void drain(long nowNs) {
    if (delivering) {
      return; // whoever delivers drains
    }
    delivering = true;
    try {
      for (Parcel next = waiting.pollFirst(); next != null; next = waiting.pollFirst()) {
        if (next.kind() == Kind.FENCE) {
          fences.onReached(next.message(), nowNs);
          continue;
        }
        if (next.counted()) {
          out.onAccepted(next.message());
        }
        out.deliver(next.message());
      }
    } finally {
      delivering = false;
    }
  }

  /** Takes out what is for a range that is being released: first what was queued, in order. */
  List<LaneParcel> takeBack(VirtualRange range) {
    List<LaneParcel> back = new ArrayList<>();
    for (Message message : out.takeBack(range)) {
      Parcel parcel = new Parcel(message, Kind.APP, Parcel.UNRECEIVED, false);
      back.add(new LaneParcel(Lane.ofTag(message.tag()), parcel));
    }
    waiting.removeIf(
        parcel -> {
          boolean affected;
          int lane;
          if (parcel.kind() == Kind.FENCE) {
            Fence fence = Fence.of(parcel.message());
            affected = fence.range().overlaps(range);
            lane = fence.lane();
          } else {
            affected = range.contains(parcel.message().to());
            lane = Lane.ofTag(parcel.message().tag());
          }
          if (affected) {
            back.add(new LaneParcel(lane, parcel));
          }
          return affected;
        });
    return back;
  }
}
