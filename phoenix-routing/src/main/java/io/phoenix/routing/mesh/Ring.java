package io.phoenix.routing.mesh;

import com.google.common.collect.Iterables;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Things in an order that every node computes alike, and that has nothing to do with any other
 * ring's: by hashes of their keys.
 */
final class Ring<T> {
  private final int number;
  private final TreeMap<Long, T> places = new TreeMap<>();

  Ring(int number) {
    this.number = number;
  }

  void put(long key, T thing) {
    places.put(place(key), thing);
  }

  void remove(long key) {
    places.remove(place(key));
  }

  /** All others, beginning with the next one in that direction. */
  Iterable<T> from(long key, boolean isForward) {
    NavigableMap<Long, T> order = isForward ? places : places.descendingMap();
    long here = place(key);
    return Iterables.concat(
        order.tailMap(here, false).values(), order.headMap(here, false).values());
  }

  /** All, beginning with the one at this index, counted round and round. */
  Iterable<T> fromIndex(int index) {
    Collection<T> all = places.values();
    int start = all.isEmpty() ? 0 : index % all.size();
    return Iterables.concat(Iterables.skip(all, start), Iterables.limit(all, start));
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  private long place(long key) {
    return mix(key + number * 0x9E3779B97F4A7C15L);
  }

  /** The finisher of SplitMix64: one to one, so that different keys have different places. */
  private static long mix(long value) {
    long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
