package io.phoenix.routing.node;

import io.phoenix.api.Message;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Messages that are about to be delivered here. A handler may send to its own node, or release the
 * range that it serves: so deliveries that a handler causes wait here until it has returned, and
 * those for a range that is released meanwhile are taken back.
 */
final class Inbox {
  private final CoreEffects out;
  private final Deque<Parcel> waiting = new ArrayDeque<>();
  private boolean delivering;

  Inbox(CoreEffects out) {
    this.out = out;
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

  void drain() {
    if (delivering) {
      return; // whoever delivers drains
    }
    delivering = true;
    try {
      for (Parcel next = waiting.pollFirst(); next != null; next = waiting.pollFirst()) {
        if (next.counted()) {
          out.onAccepted(next.message());
        }
        out.deliver(next.message());
      }
    } finally {
      delivering = false;
    }
  }

  /** Takes out what is for a range that is being released. */
  List<LaneParcel> takeBack(VirtualRange range) {
    List<LaneParcel> back = new ArrayList<>();
    waiting.removeIf(
        parcel -> {
          boolean affected = range.contains(parcel.message().to());
          if (affected) {
            back.add(new LaneParcel(Lane.ofTag(parcel.message().tag()), parcel));
          }
          return affected;
        });
    return back;
  }
}
