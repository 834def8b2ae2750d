package io.phoenix.apps.uts;

/**
 * What a walk over a tree, or over a part of it, found.
 *
 * @param nodes all of them, the part's root included
 * @param leaves those without children
 * @param depth of the deepest, counted from the tree's root
 */
public record UtsCount(long nodes, long leaves, int depth) {
  /** Nothing found yet. */
  public static final UtsCount NONE = new UtsCount(0, 0, 0);

  /** What both found. */
  public UtsCount plus(UtsCount other) {
    return new UtsCount(nodes + other.nodes, leaves + other.leaves, Math.max(depth, other.depth));
  }

  @Override
  public String toString() {
    return "%,d nodes, %,d leaves, depth %d".formatted(nodes, leaves, depth);
  }
}
