package io.phoenix.routing.runtime;

import static io.phoenix.routing.runtime.TagIndex.NONE;

import io.phoenix.api.Message;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Messages in the order of their arrival, from which the oldest of all can be taken and the oldest
 * of a tag, both in constant time. Each message has a slot, which is in two lists: that of all
 * messages, and that of its tag. The oldest message of all is the oldest of its tag, too.
 *
 * <p>Allocates only to grow; room for very many is given back when all are gone.
 */
final class ArrivalQueue {
  private static final int LEAST = 16;

  /** So many slots are kept when the queue is empty. */
  private static final int KEPT = 1 << 14;

  private final TagIndex tags = new TagIndex();
  private @Nullable Message[] messages = new Message[LEAST];

  /** By slot, the one behind it in the list of all; of a free slot, the next free one. */
  private int[] next = new int[LEAST];

  private int[] previous = new int[LEAST];
  private int[] nextOfTag = new int[LEAST];
  private int oldest = NONE;
  private int newest = NONE;
  private int free = NONE;

  /** Slots from here on have never been used. */
  private int unused;

  private int size;

  int size() {
    return size;
  }

  /** How many different tags are queued. */
  int tags() {
    return tags.size();
  }

  /** How many messages and tags there is room for without growing. */
  int capacity() {
    return messages.length + tags.capacity();
  }

  void add(Message message) {
    int slot = takeSlot();
    messages[slot] = message;
    next[slot] = NONE;
    nextOfTag[slot] = NONE;
    previous[slot] = newest;
    if (newest == NONE) {
      oldest = slot;
    } else {
      next[newest] = slot;
    }
    newest = slot;
    int before = tags.append(message.tag(), slot);
    if (before != NONE) {
      nextOfTag[before] = slot;
    }
    size++;
  }

  /** Takes the oldest message, or {@code null}. */
  @Nullable Message poll() {
    return oldest == NONE ? null : remove(oldest);
  }

  /** Takes the oldest message with this tag, or {@code null}. */
  @Nullable Message poll(int tag) {
    int slot = size == 0 ? NONE : tags.first(tag);
    return slot == NONE ? null : remove(slot);
  }

  /** Removes the oldest message of a tag. */
  private Message remove(int slot) {
    Message message = Objects.requireNonNull(messages[slot]);
    tags.removeFirst(message.tag(), nextOfTag[slot]);
    int before = previous[slot];
    int behind = next[slot];
    if (before == NONE) {
      oldest = behind;
    } else {
      next[before] = behind;
    }
    if (behind == NONE) {
      newest = before;
    } else {
      previous[behind] = before;
    }
    messages[slot] = null;
    next[slot] = free;
    free = slot;
    if (--size == 0 && messages.length > KEPT) {
      resize(LEAST);
      free = NONE;
      unused = 0;
    }
    return message;
  }

  private int takeSlot() {
    if (free != NONE) {
      int slot = free;
      free = next[slot];
      return slot;
    }
    if (unused == messages.length) {
      resize(2 * unused);
    }
    return unused++;
  }

  private void resize(int length) {
    messages = Arrays.copyOf(messages, length);
    next = Arrays.copyOf(next, length);
    previous = Arrays.copyOf(previous, length);
    nextOfTag = Arrays.copyOf(nextOfTag, length);
  }
}
