package io.phoenix.routing.link;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sources that wait for their turn on a link, each at most once. Allocates only to grow. */
final class SourceRing {
  private @Nullable FrameSource[] slots = new FrameSource[8]; // length is a power of two
  private int head;
  private int size;

  // A link may carry thousands of flows, so a search through the slots will not do.
  private final Set<FrameSource> queued = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Adds a source at the end unless it waits already. */
  void add(FrameSource source) {
    if (!queued.add(source)) {
      return;
    }
    if (size == slots.length) {
      grow();
    }
    slots[(head + size++) & (slots.length - 1)] = source;
  }

  /** Takes the first one. */
  FrameSource remove() {
    FrameSource first = Objects.requireNonNull(slots[head], "ring is empty");
    slots[head] = null;
    head = (head + 1) & (slots.length - 1);
    size--;
    queued.remove(first);
    return first;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void clear() {
    Arrays.fill(slots, null);
    queued.clear();
    size = 0;
  }

  private void grow() {
    @Nullable FrameSource[] larger = new FrameSource[2 * slots.length];
    for (int i = 0; i < size; i++) {
      larger[i] = slots[(head + i) & (slots.length - 1)];
    }
    slots = larger;
    head = 0;
  }
}
