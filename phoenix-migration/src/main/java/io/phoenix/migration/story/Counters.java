package io.phoenix.migration.story;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.Outgoing;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The plainest subject: a number for each virtual node and sender; live, if asked for. */
public final class Counters implements Subject {
  private static final int ENTRY_BYTES = 3 * Long.BYTES;

  private final boolean live;
  private final TreeMap<Long, Map<Long, Long>> numbers = new TreeMap<>();
  private @Nullable Copy copy;

  /** Without numbers. */
  public Counters(boolean live) {
    this.live = live;
  }

  @Override
  public boolean isLive() {
    return live;
  }

  @Override
  public void remember(long v, long sender, long number) {
    numbers.computeIfAbsent(v, key -> new TreeMap<>()).put(sender, number);
    if (copy != null) {
      copy.onChange(v);
    }
  }

  @Override
  public long last(long v, long sender) {
    return numbers.getOrDefault(v, Map.of()).getOrDefault(sender, 0L);
  }

  @Override
  public Outgoing handOut(VirtualRange range) {
    copy = new Copy(range);
    return copy;
  }

  @Override
  public Incoming takeIn(VirtualRange range) {
    discard(range); // what a transfer that was broken off left behind
    return new Incoming() {
      @Override
      public void add(byte[] chunk) {
        ByteBuffer b = ByteBuffer.wrap(chunk);
        while (b.hasRemaining()) {
          remember(b.getLong(), b.getLong(), b.getLong());
        }
      }

      @Override
      public void end(boolean assumed) {
        if (!assumed) {
          discard(range);
        }
      }
    };
  }

  private void discard(VirtualRange range) {
    numbers.subMap(range.first(), range.end()).clear();
  }

  /** Hands out each virtual node of a range, and again if it changes after that. */
  private final class Copy implements Outgoing {
    private final VirtualRange range;
    private final Set<Long> dirty = new LinkedHashSet<>();
    private final Deque<Long> fresh = new ArrayDeque<>();

    Copy(VirtualRange range) {
      this.range = range;
      fresh.addAll(numbers.subMap(range.first(), range.end()).keySet());
    }

    void onChange(long v) {
      if (range.contains(v)) {
        dirty.add(v);
      }
    }

    @Override
    public byte @Nullable [] next(int maxBytes) {
      Long v = fresh.poll();
      if (v == null) {
        var changed = dirty.iterator();
        if (!changed.hasNext()) {
          return null;
        }
        v = changed.next();
        changed.remove();
      }
      Map<Long, Long> bySender = numbers.getOrDefault(v, Map.of());
      ByteBuffer b = ByteBuffer.allocate(bySender.size() * ENTRY_BYTES);
      for (var entry : bySender.entrySet()) {
        b.putLong(v).putLong(entry.getKey()).putLong(entry.getValue());
      }
      return b.array();
    }

    @Override
    public long remainingBytes() {
      return (long) (fresh.size() + dirty.size()) * ENTRY_BYTES;
    }

    @Override
    public void end(boolean handedOver) {
      copy = null;
      if (handedOver) {
        discard(range);
      }
    }
  }
}
