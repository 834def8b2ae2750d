package io.phoenix.apps.uts;

import java.util.Arrays;

/**
 * Walks a tree depth first, in one thread, without recursion and without making objects: the best
 * that one processor can do, and what the parallel version does with subtrees that nobody steals.
 */
public final class UtsWalk {
  private final UtsTree tree;
  private final UtsHash hash = new UtsHash();

  /**
   * The path from the start to where the walk is: nodes, and the children that are left of each.
   */
  private byte[] path = new byte[64 * UtsHash.STRIDE];

  private int[] left = new int[64];

  /** A walk over all or parts of a tree. */
  public UtsWalk(UtsTree tree) {
    this.tree = tree;
  }

  /** Walks the whole tree. */
  public UtsCount countAll() {
    hash.root(tree.seed(), path, 0);
    return countFromStart(0);
  }

  /** Walks the subtree at {@code path[0]}, whose depth in the tree is given. */
  private UtsCount countFromStart(int startDepth) {
    long nodes = 1;
    long leaves = 0;
    int deepest = 0;
    int level = 0;
    left[0] = tree.children(startDepth, UtsHash.random(path, 0));
    if (left[0] == 0) {
      leaves = 1;
    }
    while (level >= 0) {
      if (left[level] == 0) {
        level--;
        continue;
      }
      int parent = level * UtsHash.STRIDE;
      int child = parent + UtsHash.STRIDE;
      if (level + 1 == left.length) {
        grow();
      }
      hash.child(path, parent, --left[level], child);
      nodes++;
      int children = tree.children(startDepth + level + 1, UtsHash.random(path, child));
      deepest = Math.max(deepest, level + 1);
      if (children == 0) {
        leaves++;
      } else {
        left[++level] = children;
      }
    }
    return new UtsCount(nodes, leaves, startDepth + deepest);
  }

  private void grow() {
    left = Arrays.copyOf(left, 2 * left.length);
    path = Arrays.copyOf(path, 2 * path.length);
  }
}
