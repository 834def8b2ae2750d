package io.phoenix.apps.uts;

/** How the expected number of children of a geometric tree's node changes with its depth. */
public enum UtsShape {
  /** Shrinks evenly, to none at the limit: {@code -a 0}. */
  LINEAR {
    @Override
    double branching(double root, int depth, int limit) {
      return root * (1.0 - (double) depth / limit);
    }
  },

  /** Shrinks as a power of the depth, so that the tree has no greatest depth: {@code -a 1}. */
  EXPDEC {
    @Override
    double branching(double root, int depth, int limit) {
      return root * StrictMath.pow(depth, -StrictMath.log(root) / StrictMath.log(limit));
    }
  },

  /** Swings with the depth, and is none beyond five periods: {@code -a 2}. */
  CYCLIC {
    @Override
    double branching(double root, int depth, int limit) {
      return depth > 5 * limit
          ? 0
          : StrictMath.pow(root, StrictMath.sin(2.0 * Math.PI * depth / limit));
    }
  },

  /** Stays the same up to the limit: {@code -a 3}. */
  FIXED {
    @Override
    double branching(double root, int depth, int limit) {
      return depth < limit ? root : 0;
    }
  };

  /** The expected number of children of a node at {@code depth}, which is above zero. */
  abstract double branching(double root, int depth, int limit);
}
