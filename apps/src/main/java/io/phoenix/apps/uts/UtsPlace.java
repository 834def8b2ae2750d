package io.phoenix.apps.uts;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.codec.Codec;

/**
 * A place where a walk can begin: a path down the tree, and which children of the nodes on it are
 * to be visited. Does not change.
 */
final class UtsPlace {
  static final Codec<UtsPlace> CODEC = Codec.of(UtsPlace::write, UtsPlace::read);

  /** The place of a walk that has not begun: even the root is to be visited. */
  static final UtsPlace ROOT = new UtsPlace(-1, new byte[0], new int[0], new int[0]);

  private static final int LEVEL_BYTES = UtsHash.NODE_BYTES + 2 * Integer.BYTES;

  private final int depth;
  private final byte[] nodes;
  private final int[] next;
  private final int[] end;

  private UtsPlace(int depth, byte[] nodes, int[] next, int[] end) {
    this.depth = depth;
    this.nodes = nodes;
    this.next = next;
    this.end = end;
  }

  /**
   * A place.
   *
   * @param depth of the path's first node
   * @param path nodes in the way of {@link UtsHash}, the first one after so many others
   * @param next the first child to visit of each node, and
   * @param end the first one not to visit
   */
  static UtsPlace of(int depth, byte[] path, int first, int[] next, int[] end) {
    byte[] nodes = new byte[next.length * UtsHash.NODE_BYTES];
    for (int level = 0; level < next.length; level++) {
      System.arraycopy(
          path,
          (first + level) * UtsHash.STRIDE,
          nodes,
          level * UtsHash.NODE_BYTES,
          UtsHash.NODE_BYTES);
    }
    return new UtsPlace(depth, nodes, next, end);
  }

  int depth() {
    return depth;
  }

  int levels() {
    return next.length;
  }

  int next(int level) {
    return next[level];
  }

  int end(int level) {
    return end[level];
  }

  void copyNode(int level, byte[] to, int at) {
    System.arraycopy(nodes, level * UtsHash.NODE_BYTES, to, at, UtsHash.NODE_BYTES);
  }

  private static void write(UtsPlace place, ByteWriter out) {
    out.putInt(place.depth).putInt(place.levels());
    for (int level = 0; level < place.levels(); level++) {
      out.putRaw(place.nodes, level * UtsHash.NODE_BYTES, UtsHash.NODE_BYTES)
          .putInt(place.next[level])
          .putInt(place.end[level]);
    }
  }

  private static UtsPlace read(ByteReader in) {
    int depth = in.getInt();
    int levels = in.getCount(LEVEL_BYTES);
    byte[] nodes = new byte[levels * UtsHash.NODE_BYTES];
    int[] next = new int[levels];
    int[] end = new int[levels];
    for (int level = 0; level < levels; level++) {
      byte[] node = in.getRaw(UtsHash.NODE_BYTES);
      System.arraycopy(node, 0, nodes, level * UtsHash.NODE_BYTES, node.length);
      next[level] = in.getInt();
      end[level] = in.getInt();
      if (next[level] < 0 || next[level] > end[level]) {
        throw new IllegalArgumentException("children %d to %d".formatted(next[level], end[level]));
      }
    }
    if (depth < -1 || (depth == -1) != (levels == 0)) {
      throw new IllegalArgumentException("depth=%d with %d levels".formatted(depth, levels));
    }
    return new UtsPlace(depth, nodes, next, end);
  }
}
