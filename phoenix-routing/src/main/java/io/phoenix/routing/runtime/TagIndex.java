package io.phoenix.routing.runtime;

import java.util.Arrays;

/**
 * Where the messages of each tag begin and end in an {@link ArrivalQueue}. A tag without messages
 * is not in it, so it is as large as what is queued, whatever tags there have been.
 *
 * <p>Open addressing with linear probing over tables that are never more than half full; removal
 * shifts later entries back. It boxes nothing: it is looked into for every message.
 */
final class TagIndex {
  /** No slot; also: a free entry. */
  static final int NONE = -1;

  private static final int LEAST = 16;

  private int[] tags = new int[LEAST];
  private int[] firsts = free(LEAST);
  private int[] lasts = new int[LEAST];
  private int size;

  private static int[] free(int length) {
    int[] table = new int[length];
    Arrays.fill(table, NONE);
    return table;
  }

  /** The slot of the oldest message of a tag, or {@link #NONE}. */
  int first(int tag) {
    return firsts[find(tag)];
  }

  /** Adds a slot behind the last one of its tag, which is returned, or {@link #NONE}. */
  int append(int tag, int slot) {
    int entry = find(tag);
    if (firsts[entry] != NONE) {
      int last = lasts[entry];
      lasts[entry] = slot;
      return last;
    }
    if (2 * (size + 1) > tags.length) {
      resize(2 * tags.length);
      entry = find(tag);
    }
    tags[entry] = tag;
    firsts[entry] = slot;
    lasts[entry] = slot;
    size++;
    return NONE;
  }

  /** The first slot of a tag is gone; {@code next} takes its place, or the tag goes, too. */
  void removeFirst(int tag, int next) {
    int entry = find(tag);
    if (next != NONE) {
      firsts[entry] = next;
      return;
    }
    size--;
    int mask = tags.length - 1;
    int hole = entry;
    for (int i = (hole + 1) & mask; firsts[i] != NONE; i = (i + 1) & mask) {
      // An entry may move into the hole unless its home lies after the hole.
      int home = hash(tags[i]) & mask;
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        copy(i, hole);
        hole = i;
      }
    }
    firsts[hole] = NONE;
    if (tags.length > LEAST && 8 * size < tags.length) {
      resize(tags.length / 2);
    }
  }

  /** How many tags there are. */
  int size() {
    return size;
  }

  /** How many entries there is room for. */
  int capacity() {
    return tags.length;
  }

  private void copy(int from, int to) {
    tags[to] = tags[from];
    firsts[to] = firsts[from];
    lasts[to] = lasts[from];
  }

  private int find(int tag) {
    int mask = tags.length - 1;
    int entry = hash(tag) & mask;
    while (firsts[entry] != NONE && tags[entry] != tag) {
      entry = (entry + 1) & mask;
    }
    return entry;
  }

  private void resize(int length) {
    int[] oldTags = tags;
    int[] oldFirsts = firsts;
    int[] oldLasts = lasts;
    tags = new int[length];
    firsts = free(length);
    lasts = new int[length];
    for (int i = 0; i < oldTags.length; i++) {
      if (oldFirsts[i] != NONE) {
        int entry = find(oldTags[i]);
        tags[entry] = oldTags[i];
        firsts[entry] = oldFirsts[i];
        lasts[entry] = oldLasts[i];
      }
    }
  }

  private static int hash(int tag) {
    int h = tag * 0x9E3779B9; // tags are often numbered: spread them
    return h ^ (h >>> 16);
  }
}
