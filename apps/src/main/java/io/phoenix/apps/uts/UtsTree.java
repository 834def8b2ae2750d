package io.phoenix.apps.uts;

/**
 * A tree of the public Unbalanced Tree Search benchmark: a few parameters from which every node
 * follows. A node is the 20 bytes of a SHA-1 hash; its {@code i}-th child is the hash of these and
 * of {@code i}; how many children it has follows from the last four of them and its depth. Nothing
 * but the root need ever be stored, and subtrees of one size are as likely at the root as at the
 * bottom: no division of the work made in advance is a fair one.
 *
 * <pre>{@code
 * UtsTree t1 = UtsTree.geometric(UtsShape.FIXED, 4, 10, 19);
 * UtsCount count = new UtsWalk(t1).countAll(); // 4,130,071 nodes, depth 10, 3,305,118 leaves
 * }</pre>
 */
public sealed interface UtsTree permits GeometricTree, BinomialTree {
  /** The benchmark's limit for all nodes but the root of a binomial tree. */
  int MAX_CHILDREN = 100;

  /** What the root is made from. */
  int seed();

  /**
   * How many children a node has.
   *
   * @param depth zero for the root
   * @param random the node's last four bytes, without the sign
   */
  int children(int depth, int random);

  /**
   * A tree whose nodes have children by a geometric distribution ({@code -t 1}).
   *
   * @param shape how its mean changes with the depth ({@code -a})
   * @param branching its mean at the root ({@code -b})
   * @param limit what the shape makes of it: the greatest depth, or a period ({@code -d})
   * @param seed {@code -r}
   * @throws IllegalArgumentException if that makes no tree
   */
  static UtsTree geometric(UtsShape shape, double branching, int limit, int seed) {
    return new GeometricTree(shape, branching, limit, seed);
  }

  /**
   * A tree whose root has many children and whose other nodes have {@code children} of them with
   * the given probability, else none ({@code -t 0}). The tree is finite almost surely if these have
   * less than one child on average, and perhaps if they have more.
   *
   * @param branching the root's children ({@code -b})
   * @param probability {@code -q}
   * @param children {@code -m}
   * @param seed {@code -r}
   * @throws IllegalArgumentException if that makes no tree
   */
  static UtsTree binomial(double branching, double probability, int children, int seed) {
    return new BinomialTree(branching, probability, children, seed);
  }
}
