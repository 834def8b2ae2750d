package io.phoenix.routing.runtime;

import io.phoenix.api.Message;
import io.phoenix.routing.flow.Parcel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one queue of a node: filled by its loop, emptied by any thread, in the order of arrival or by
 * tag. Messages of a tag stand in a queue of their own, numbered as they came, so that neither way
 * of taking one has to look at the others.
 */
final class Mailbox {
  private final long limitBytes;
  private final Map<Integer, TagQueue> queues = new HashMap<>();
  private long arrivals;
  private int size;
  private long bytes;
  private boolean wasFull;

  Mailbox(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  synchronized void put(Message message) {
    queues.computeIfAbsent(message.tag(), t -> new TagQueue()).add(message, arrivals++);
    size++;
    bytes += Parcel.cost(message.payload().length);
  }

  /** Takes the oldest message, or {@code null}. */
  synchronized @Nullable Message poll() {
    if (size == 0) {
      return null;
    }
    TagQueue oldest = null;
    for (TagQueue queue : queues.values()) {
      if (!queue.isEmpty() && (oldest == null || queue.firstNumber() < oldest.firstNumber())) {
        oldest = queue;
      }
    }
    return oldest == null ? null : remove(oldest);
  }

  /** Takes the oldest message with this tag, or {@code null}. */
  synchronized @Nullable Message poll(int tag) {
    if (size == 0) {
      return null;
    }
    TagQueue queue = queues.get(tag);
    return queue == null || queue.isEmpty() ? null : remove(queue);
  }

  private Message remove(TagQueue queue) {
    Message message = queue.remove();
    size--;
    bytes -= Parcel.cost(message.payload().length);
    return message;
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
    List<Message> all = new ArrayList<>(size);
    for (Message m = poll(); m != null; m = poll()) {
      all.add(m);
    }
    return all;
  }
}
