package io.phoenix.apps.bintree;

/**
 * A binary tree of tasks (paper 001 §6.1): the template of divide and conquer. Each node spins for
 * a while and divides, down to a given depth.
 */
public final class Bintree {
  /** Trees of 2^62 leaves are not waited for, but their counts fit. */
  public static final int MAX_DEPTH = 61;

  /** A task of ten milliseconds: nobody steals from a worker while it spins. */
  public static final int MAX_SPINS = 10_000_000;

  private Bintree() {}

  /** Walks the tree in one thread and counts its nodes. */
  public static long serial(int depth, int spins) {
    spin(spins);
    return depth == 0 ? 1 : 1 + serial(depth - 1, spins) + serial(depth - 1, spins);
  }

  /** The nodes of a whole tree. */
  public static long known(int depth) {
    return (2L << depth) - 1;
  }

  /**
   * A node's own work: steps of a generator, each of which needs the one before.
   *
   * @throws IllegalStateException never: the result is used, or a compiler would leave it out
   */
  static void spin(int spins) {
    long number = 1;
    for (int i = 0; i < spins; i++) {
      number = number * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
    }
    if (number == 0) { // it does not come to that in 2^31 steps
      throw new IllegalStateException("spins=" + spins);
    }
  }
}
