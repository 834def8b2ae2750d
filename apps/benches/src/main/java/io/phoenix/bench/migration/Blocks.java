package io.phoenix.bench.migration;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.state.Outgoing;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * State of a given size: a block of bytes for each virtual node. Each block begins with the number
 * of its virtual node, so that it can be sent and kept as it is; only one that may change while it
 * is on its way is copied.
 */
final class Blocks implements MigratingState {
  private final boolean live;
  private final NavigableMap<Long, byte[]> blocks = new TreeMap<>();
  private @Nullable Copy copy;

  Blocks(boolean live) {
    this.live = live;
  }

  @Override
  public boolean isLive() {
    return live;
  }

  /** Makes state for a range: {@code bytes} in all. */
  void fill(VirtualRange range, long bytes) {
    int each = Math.toIntExact(bytes / range.size());
    for (long v = range.first(); v < range.end(); v++) {
      blocks.put(v, ByteBuffer.allocate(Long.BYTES + each).putLong(v).array());
    }
  }

  /** Changes the state of a virtual node. */
  void touch(long v) {
    byte[] block = blocks.get(v);
    if (block != null && block.length > Long.BYTES) {
      block[Long.BYTES]++;
      if (copy != null && copy.range.contains(v)) {
        copy.changed.add(v);
      }
    }
  }

  @Override
  public Outgoing handOut(VirtualRange range) {
    copy = new Copy(range);
    return copy;
  }

  @Override
  public Incoming takeIn(VirtualRange range) {
    return new Incoming() {
      @Override
      public void add(byte[] chunk) {
        blocks.put(ByteBuffer.wrap(chunk).getLong(), chunk);
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
    blocks.subMap(range.first(), range.end()).clear();
  }

  private final class Copy implements Outgoing {
    private final VirtualRange range;
    private final Deque<Long> fresh = new ArrayDeque<>();
    private final Set<Long> changed = new LinkedHashSet<>();
    private final long each;

    Copy(VirtualRange range) {
      this.range = range;
      var mine = blocks.subMap(range.first(), range.end());
      fresh.addAll(mine.keySet());
      each = mine.values().stream().findFirst().map(block -> block.length).orElse(0);
    }

    @Override
    public byte @Nullable [] next(int maxBytes) {
      Long v = fresh.poll();
      if (v == null) {
        var it = changed.iterator();
        if (!it.hasNext()) {
          return null;
        }
        v = it.next();
        it.remove();
      }
      byte[] block = Objects.requireNonNull(blocks.get(v));
      return live ? block.clone() : block;
    }

    @Override
    public long remainingBytes() {
      return (fresh.size() + changed.size()) * each;
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
