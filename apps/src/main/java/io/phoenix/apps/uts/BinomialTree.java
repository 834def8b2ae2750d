package io.phoenix.apps.uts;

/** See {@link UtsTree#binomial}. */
record BinomialTree(double branching, double probability, int children, int seed)
    implements UtsTree {
  private static final int MAX_ROOT_CHILDREN = 1_000_000;

  BinomialTree {
    if (!(branching >= 0 && branching <= MAX_ROOT_CHILDREN)) {
      throw new IllegalArgumentException(
          "branching=" + branching + " must be from 0 to " + MAX_ROOT_CHILDREN);
    }
    if (children < 0 || children > MAX_CHILDREN) {
      throw new IllegalArgumentException(
          "children=" + children + " must be from 0 to " + MAX_CHILDREN);
    }
    if (!(probability >= 0 && probability < 1)) {
      throw new IllegalArgumentException(
          "probability=" + probability + " must be from 0 to below 1");
    }
  }

  @Override
  public int children(int depth, int random) {
    if (depth == 0) {
      return (int) branching;
    }
    return random / 0x1p31 < probability ? children : 0;
  }
}
