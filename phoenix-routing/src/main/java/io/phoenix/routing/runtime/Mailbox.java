package io.phoenix.routing.runtime;

import io.phoenix.api.Message;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Parcel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one queue of a node: filled by its loop, emptied by any thread, in the order of arrival or by
 * tag. What is queued is not received yet: if the application releases the range that it is for, it
 * goes along.
 */
final class Mailbox {
  private final long limitBytes;
  private final ArrivalQueue queue = new ArrivalQueue();
  private long bytes;

  /** How many are for virtual nodes. */
  private int virtual;

  private boolean wasFull;

  Mailbox(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  synchronized void put(Message message) {
    queue.add(message);
    count(message, 1);
  }

  /** Takes the oldest message, or {@code null}. */
  synchronized @Nullable Message poll() {
    return taken(queue.poll());
  }

  /** Takes the oldest message with this tag, or {@code null}. */
  synchronized @Nullable Message poll(int tag) {
    return taken(queue.poll(tag));
  }

  private @Nullable Message taken(@Nullable Message message) {
    if (message != null) {
      count(message, -1);
    }
    return message;
  }

  private void count(Message message, int sign) {
    bytes += sign * Parcel.cost(message.payload().length);
    virtual += ResourceName.isResourceName(message.to()) ? 0 : sign;
  }

  /** What is queued takes up this much. */
  synchronized long bytes() {
    return bytes;
  }

  /** Whether a message to a virtual node is queued. */
  synchronized boolean holdsVirtual() {
    return virtual > 0;
  }

  /** Takes what is for virtual nodes of {@code range}, oldest first. */
  synchronized List<Message> takeBack(VirtualRange range) {
    if (virtual == 0) {
      return List.of();
    }
    List<Message> back = new ArrayList<>();
    for (Message m : takeAll()) {
      if (range.contains(m.to())) {
        back.add(m);
      } else {
        put(m);
      }
    }
    return back;
  }

  /** Whether peers must be held back; {@link #hasRoomAgain} tells, once, when that is over. */
  synchronized boolean isFull() {
    boolean full = bytes >= limitBytes;
    wasFull |= full;
    return full;
  }

  /** Whether the mailbox was full and is at most half full now. */
  synchronized boolean hasRoomAgain() {
    boolean again = wasFull && bytes <= limitBytes / 2;
    if (again) {
      wasFull = false;
    }
    return again;
  }

  /** Takes everything, oldest first. */
  synchronized List<Message> takeAll() {
    List<Message> all = new ArrayList<>(queue.size());
    for (Message m = poll(); m != null; m = poll()) {
      all.add(m);
    }
    return all;
  }
}
