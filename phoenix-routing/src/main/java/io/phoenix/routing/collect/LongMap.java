package io.phoenix.routing.collect;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A map from node names to objects that boxes nothing: it is looked into for every frame.
 *
 * <p>Open addressing with linear probing over a table that is never more than half full; removal
 * shifts later entries back, so that no tombstones gather. Zero is no name and marks a free slot.
 * Iteration is by {@link #values()} in an order that depends on the names and on the calls alone,
 * so that simulated runs repeat.
 */
public final class LongMap<V> {
  private long[] keys = new long[16];
  private @Nullable Object[] values = new Object[16];
  private int size;

  /** The object under {@code key}, or {@code null}. */
  @SuppressWarnings("unchecked") // only put() stores, and it stores V
  public @Nullable V get(long key) {
    int slot = find(key);
    return keys[slot] == key ? (V) values[slot] : null;
  }

  /** The object under {@code key}, made by {@code maker} if there is none yet. */
  public V computeIfAbsent(long key, LongFunction<V> maker) {
    V present = get(key);
    if (present != null) {
      return present;
    }
    V made = maker.apply(key);
    put(key, made);
    return made;
  }

  /** Whether there is an object under {@code key}. */
  public boolean containsKey(long key) {
    return key != 0 && keys[find(key)] == key;
  }

  /** Puts {@code value} under {@code key}, in place of what was there. */
  public void put(long key, V value) {
    if (key == 0) {
      throw new IllegalArgumentException("0 is no node's name");
    }
    int slot = find(key);
    if (keys[slot] != key) {
      if (2 * (size + 1) > keys.length) {
        grow();
        slot = find(key);
      }
      keys[slot] = key;
      size++;
    }
    values[slot] = value;
  }

  /** Removes what is under {@code key} and returns it; {@code null} if there was nothing. */
  @SuppressWarnings("unchecked") // only put() stores, and it stores V
  public @Nullable V remove(long key) {
    int slot = find(key);
    if (key == 0 || keys[slot] != key) {
      return null;
    }
    V removed = (V) values[slot];
    int mask = keys.length - 1;
    int hole = slot;
    for (int next = (hole + 1) & mask; keys[next] != 0; next = (next + 1) & mask) {
      // An entry may move into the hole unless its home slot lies after the hole.
      int home = hash(keys[next]) & mask;
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        keys[hole] = keys[next];
        values[hole] = values[next];
        hole = next;
      }
    }
    keys[hole] = 0;
    values[hole] = null;
    size--;
    return removed;
  }

  /** How many entries there are. */
  public int size() {
    return size;
  }

  /** The objects, copied: the map may be changed while they are gone through. */
  @SuppressWarnings("unchecked") // only put() stores, and it stores V
  public List<V> values() {
    List<V> all = new ArrayList<>(size);
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != 0) {
        all.add((V) Objects.requireNonNull(values[i]));
      }
    }
    return all;
  }

  private int find(long key) {
    int mask = keys.length - 1;
    int slot = hash(key) & mask;
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    @Nullable Object[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new Object[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int slot = find(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }

  private static int hash(long key) {
    long h = key * 0x9E3779B97F4A7C15L; // names may be numbered in simulations: spread them
    return (int) (h >>> 32);
  }
}
