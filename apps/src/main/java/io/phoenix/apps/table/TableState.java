package io.phoenix.apps.table;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.state.Outgoing;
import io.phoenix.migration.state.Weights;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries of the virtual nodes that a node assumes, or is being given; on the loop only. They
 * are handed out while they are in use: each change is told to the copies that are under way.
 */
final class TableState implements MigratingState, Weights {
  private final Entries entries;

  /** Ranges on their way out: at most one that is in use, besides those that ended in doubt. */
  private final List<EntryCopy> copies = new ArrayList<>();

  TableState(long spaceSize) {
    entries = new Entries(spaceSize);
  }

  byte @Nullable [] get(Key key) {
    return entries.get(key);
  }

  /** Returns whether there was a value before. */
  boolean put(Key key, byte[] value) {
    boolean existed = entries.put(key, value) != null;
    copies.forEach(copy -> copy.onChange(key, existed ? 0 : 1));
    return existed;
  }

  /** Returns whether there was a value. */
  boolean remove(Key key) {
    boolean existed = entries.remove(key) != null;
    if (existed) {
      copies.forEach(copy -> copy.onChange(key, -1));
    }
    return existed;
  }

  /** How many entries a range has. */
  long count(VirtualRange range) {
    return entries.count(range);
  }

  /** Removes the entries of a range that is another node's. */
  void discard(VirtualRange range) {
    entries.discard(range);
  }

  @Override
  public double weight(VirtualRange range) {
    return entries.count(range);
  }

  @Override
  public boolean isLive() {
    return true;
  }

  @Override
  public Outgoing handOut(VirtualRange range) {
    var copy = new EntryCopy(entries, range, this::onCopyEnded);
    copies.add(copy);
    return copy;
  }

  private void onCopyEnded(EntryCopy copy, boolean handedOver) {
    copies.remove(copy);
    if (handedOver) {
      entries.discard(copy.range());
    }
  }

  @Override
  public Incoming takeIn(VirtualRange range) {
    entries.discard(range); // what a transfer that was broken off left behind
    return new Incoming() {
      @Override
      public void add(byte[] chunk) {
        EntryCopy.read(ByteBuffer.wrap(chunk), range, entries);
      }

      @Override
      public void end(boolean assumed) {
        if (!assumed) {
          entries.discard(range);
        }
      }
    };
  }
}
