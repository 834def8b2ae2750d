package io.phoenix.routing.names;

import io.phoenix.api.VirtualRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The whole virtual node space, cut into pieces. Looked into for every message: the bounds stand in
 * one sorted array, and the search touches nothing else.
 */
public final class NameTable {
  private final long spaceSize;
  private long[] firsts;
  private Piece[] pieces;
  private int size = 1;

  public NameTable(long spaceSize) {
    this.spaceSize = spaceSize;
    firsts = new long[16];
    pieces = new Piece[16];
    pieces[0] = new Piece(0, spaceSize);
  }

  /** The size of the space. */
  public long spaceSize() {
    return spaceSize;
  }

  /** The piece that {@code v} is in. */
  public Piece lookup(long v) {
    return pieces[indexOf(v)];
  }

  /** The last piece that begins at or before {@code v}; without branches that depend on data. */
  private int indexOf(long v) {
    int base = 0;
    for (int rest = size; rest > 1; ) {
      int half = rest >>> 1;
      base = firsts[base + half] <= v ? base + half : base;
      rest -= half;
    }
    return base;
  }

  /** All pieces, in order. */
  public List<Piece> pieces() {
    return List.of(Arrays.copyOf(pieces, size));
  }

  /** The pieces that make up exactly {@code range}; those that reach across its ends are split. */
  public List<Piece> cut(VirtualRange range) {
    splitAt(range.first());
    splitAt(range.end());
    return overlapping(range);
  }

  /** The pieces that have some virtual node of {@code range}. */
  public List<Piece> overlapping(VirtualRange range) {
    List<Piece> found = new ArrayList<>();
    for (int i = indexOf(range.first()); i < size && firsts[i] < range.end(); i++) {
      found.add(pieces[i]);
    }
    return found;
  }

  private void splitAt(long v) {
    if (v >= spaceSize) {
      return;
    }
    int index = indexOf(v);
    if (firsts[index] == v) {
      return;
    }
    if (size == pieces.length) {
      firsts = Arrays.copyOf(firsts, 2 * size);
      pieces = Arrays.copyOf(pieces, 2 * size);
    }
    System.arraycopy(firsts, index + 1, firsts, index + 2, size - index - 1);
    System.arraycopy(pieces, index + 1, pieces, index + 2, size - index - 1);
    firsts[index + 1] = v;
    pieces[index + 1] = pieces[index].split(v);
    size++;
  }

  /** Joins pieces in and around {@code range} that do not differ any more. */
  public void join(VirtualRange range) {
    int from = Math.max(0, indexOf(range.first()) - 1);
    int to = indexOf(Math.min(range.end(), spaceSize - 1)); // one beyond its end
    int last = from;
    for (int i = from + 1; i <= to; i++) {
      if (pieces[last].canJoin(pieces[i])) {
        pieces[last].end = pieces[i].end;
      } else {
        last++;
        pieces[last] = pieces[i];
        firsts[last] = pieces[i].first;
      }
    }
    int removed = to - last;
    if (removed > 0) {
      System.arraycopy(firsts, to + 1, firsts, last + 1, size - to - 1);
      System.arraycopy(pieces, to + 1, pieces, last + 1, size - to - 1);
      Arrays.fill(pieces, size - removed, size, null);
      size -= removed;
    }
  }

  /** How many pieces there are. */
  public int size() {
    return size;
  }
}
