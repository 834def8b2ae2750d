package io.phoenix.apps.table;

import io.phoenix.api.VirtualRange;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Entries in the order of their virtual nodes, on shelves of a fixed width: a large range is
 * counted and discarded by whole shelves, so that neither holds up the loop.
 */
final class Entries {
  private static final long MAX_SHELVES = 4096;

  private final long width;
  private final TreeMap<Long, Shelf> shelves = new TreeMap<>();
  private long size;
  private long bytes;

  /** What the virtual nodes of one shelf have. */
  private static final class Shelf {
    private final TreeMap<Key, byte[]> entries = new TreeMap<>();
    private long bytes;
  }

  /** No entries, for a space of {@code spaceSize} virtual nodes. */
  Entries(long spaceSize) {
    width = (spaceSize + MAX_SHELVES - 1) / MAX_SHELVES;
  }

  /** How many there are. */
  long size() {
    return size;
  }

  /** How long their keys and values are. */
  long bytes() {
    return bytes;
  }

  byte @Nullable [] get(Key key) {
    Shelf shelf = shelves.get(key.v() / width);
    return shelf == null ? null : shelf.entries.get(key);
  }

  /** Returns the value that was replaced, if any. */
  byte @Nullable [] put(Key key, byte[] value) {
    Shelf shelf = shelves.computeIfAbsent(key.v() / width, index -> new Shelf());
    byte[] before = shelf.entries.put(key, value);
    account(shelf, key, before, -1);
    account(shelf, key, value, 1);
    return before;
  }

  /** Returns the value that was removed, if any. */
  byte @Nullable [] remove(Key key) {
    Shelf shelf = shelves.get(key.v() / width);
    if (shelf == null) {
      return null;
    }
    byte[] before = shelf.entries.remove(key);
    account(shelf, key, before, -1);
    if (shelf.entries.isEmpty()) {
      shelves.remove(key.v() / width);
    }
    return before;
  }

  private void account(Shelf shelf, Key key, byte @Nullable [] value, int sign) {
    if (value != null) {
      long length = (long) sign * (key.bytes().length + value.length);
      shelf.bytes += length;
      bytes += length;
      size += sign;
    }
  }

  /** How many entries a range has. */
  long count(VirtualRange range) {
    long count = 0;
    for (Map.Entry<Long, Shelf> shelf : shelvesOf(range).entrySet()) {
      NavigableMap<Key, byte[]> entries = shelf.getValue().entries;
      count += isWithin(shelf.getKey(), range) ? entries.size() : part(entries, range).size();
    }
    return count;
  }

  /** Removes the entries of a range. */
  void discard(VirtualRange range) {
    var all = shelvesOf(range).entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Long, Shelf> entry = all.next();
      Shelf shelf = entry.getValue();
      if (isWithin(entry.getKey(), range)) {
        size -= shelf.entries.size();
        bytes -= shelf.bytes;
        all.remove();
      } else {
        NavigableMap<Key, byte[]> part = part(shelf.entries, range);
        part.forEach((key, value) -> account(shelf, key, value, -1));
        part.clear();
      }
    }
  }

  /** The first entry of a range after {@code key}, or the very first if that is {@code null}. */
  Map.@Nullable Entry<Key, byte[]> after(@Nullable Key key, VirtualRange range) {
    Key last = key == null ? Key.firstOf(range.first()) : key;
    for (Shelf shelf : shelves.tailMap(last.v() / width, true).values()) {
      Map.Entry<Key, byte[]> next =
          key == null ? shelf.entries.ceilingEntry(last) : shelf.entries.higherEntry(last);
      if (next != null) {
        return range.contains(next.getKey().v()) ? next : null;
      }
    }
    return null;
  }

  private NavigableMap<Long, Shelf> shelvesOf(VirtualRange range) {
    return shelves.subMap(range.first() / width, true, (range.end() - 1) / width, true);
  }

  private boolean isWithin(long index, VirtualRange range) {
    return range.first() <= index * width && (index + 1) * width <= range.end();
  }

  private static NavigableMap<Key, byte[]> part(
      NavigableMap<Key, byte[]> entries, VirtualRange range) {
    return entries.subMap(Key.firstOf(range.first()), true, Key.firstOf(range.end()), false);
  }
}
