package io.phoenix.apps.uts;

import java.util.Arrays;

/**
 * Walks a tree depth first, in one thread, without recursion and without making objects: the best
 * that one processor can do. Can stop in the middle, and go on from there elsewhere.
 */
public final class UtsWalk {
  private static final int FIRST_LEVELS = 64;

  private final UtsTree tree;
  private final UtsHash hash = new UtsHash();

  /**
   * Where the walk is: the path from its first node down. Of the children of the node at {@code
   * levels * STRIDE}, the numbers from {@code next} to before {@code end} are to be visited.
   */
  private byte[] nodes = new byte[FIRST_LEVELS * UtsHash.STRIDE];

  private int[] next = new int[FIRST_LEVELS];
  private int[] end = new int[FIRST_LEVELS];
  private int levels;
  private int firstDepth;

  private long visited;
  private long leaves;
  private int deepest;

  /** A walk over all or parts of a tree. */
  public UtsWalk(UtsTree tree) {
    this.tree = tree;
  }

  /** Walks the whole tree. */
  public UtsCount countAll() {
    startAtRoot();
    walk(Long.MAX_VALUE);
    return count();
  }

  /** Begins with the root, which counts as visited. */
  void startAtRoot() {
    firstDepth = 0;
    levels = 0;
    hash.root(tree.seed(), nodes, 0);
    visited = 0;
    leaves = 0;
    deepest = 0;
    enter(0);
  }

  /** Goes on where another walk stopped; nothing counts as visited. */
  void startAt(UtsPlace place) {
    firstDepth = place.depth();
    levels = place.levels();
    while (next.length <= levels) {
      grow();
    }
    for (int level = 0; level < levels; level++) {
      place.copyNode(level, nodes, level * UtsHash.STRIDE);
      next[level] = place.next(level);
      end[level] = place.end(level);
    }
    visited = 0;
    leaves = 0;
    deepest = 0;
  }

  /** Visits as many nodes as it is told, or until there are none left. */
  void walk(long limit) {
    long last = limit > Long.MAX_VALUE - visited ? Long.MAX_VALUE : visited + limit;
    while (levels > 0 && visited < last) {
      int level = levels - 1;
      if (next[level] == end[level]) {
        levels--;
        continue;
      }
      if (levels == next.length) {
        grow();
      }
      int parent = level * UtsHash.STRIDE;
      hash.child(nodes, parent, next[level]++, parent + UtsHash.STRIDE);
      enter(levels);
    }
  }

  /** Visits the node that lies at a level: goes there, unless it is a leaf. */
  private void enter(int level) {
    visited++;
    int depth = firstDepth + level;
    deepest = Math.max(deepest, depth);
    int children = tree.children(depth, UtsHash.random(nodes, level * UtsHash.STRIDE));
    if (children == 0) {
      leaves++;
    } else {
      next[level] = 0;
      end[level] = children;
      levels = level + 1;
    }
  }

  /** What was visited since the start. */
  UtsCount count() {
    return new UtsCount(visited, leaves, deepest);
  }

  /** The children on the path that have not been visited. */
  int pending() {
    int pending = 0;
    for (int level = 0; level < levels; level++) {
      pending += end[level] - next[level];
    }
    return pending;
  }

  /**
   * Takes away half of the pending children of each node on the path; of odd ones, more here and
   * fewer there by turns. So both parts are as large as each other, one would think, whether nodes
   * near the root have the larger subtrees or all have the same chances. There must be two pending
   * children at least.
   */
  UtsPlace splitOff() {
    int[] from = new int[levels];
    int[] to = Arrays.copyOf(end, levels);
    int first = levels;
    int last = 0;
    boolean more = true;
    for (int level = 0; level < levels; level++) {
      int pending = end[level] - next[level];
      int taken = pending / 2;
      if (pending % 2 == 1) {
        taken += more ? 1 : 0;
        more = !more;
      }
      end[level] -= taken;
      from[level] = end[level];
      if (taken > 0) {
        first = Math.min(first, level);
        last = level;
      }
    }
    return place(
        first, Arrays.copyOfRange(from, first, last + 1), Arrays.copyOfRange(to, first, last + 1));
  }

  /** All that is left. */
  UtsPlace rest() {
    int first = 0;
    while (first < levels - 1 && next[first] == end[first]) {
      first++;
    }
    return place(
        first, Arrays.copyOfRange(next, first, levels), Arrays.copyOfRange(end, first, levels));
  }

  private UtsPlace place(int first, int[] from, int[] to) {
    return UtsPlace.of(firstDepth + first, nodes, first, from, to);
  }

  private void grow() {
    next = Arrays.copyOf(next, 2 * next.length);
    end = Arrays.copyOf(end, 2 * end.length);
    nodes = Arrays.copyOf(nodes, 2 * nodes.length);
  }
}
