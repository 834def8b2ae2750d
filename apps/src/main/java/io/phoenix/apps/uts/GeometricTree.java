package io.phoenix.apps.uts;

import java.util.Arrays;

/**
 * See {@link UtsTree#geometric}. The number of children as the benchmark defines it, {@code
 * floor(log(1 - u) / log(1 - p))} with {@code p = 1 / (1 + mean)}, looked up instead of computed:
 * for each depth, the random numbers at which another child appears. Logarithms are monotonic, so
 * the limits are found by bisection of the very formula, and all machines count alike.
 */
final class GeometricTree implements UtsTree {
  /** Of trees that have no greatest depth of their own: deeper nodes have no children. */
  private static final int MAX_DEPTH = 4096;

  private static final int MAX_LIMIT = 500;

  private final int seed;
  private final int[][] limits;

  GeometricTree(UtsShape shape, double branching, int limit, int seed) {
    if (!(branching > 0 && branching <= MAX_CHILDREN)) {
      throw new IllegalArgumentException(
          "branching=" + branching + " must be above 0 and at most " + MAX_CHILDREN);
    }
    int least = shape == UtsShape.EXPDEC ? 2 : 1; // it divides by the limit's logarithm
    if (limit < least || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit=%d must be from %d to %d".formatted(limit, least, MAX_LIMIT));
    }
    this.seed = seed;
    int depths = shape == UtsShape.EXPDEC ? MAX_DEPTH : Math.min(MAX_DEPTH, 5 * limit + 1);
    this.limits = new int[depths][];
    for (int depth = 0; depth < depths; depth++) {
      limits[depth] = limits(depth == 0 ? branching : shape.branching(branching, depth, limit));
    }
  }

  @Override
  public int seed() {
    return seed;
  }

  @Override
  public int children(int depth, int random) {
    if (depth >= limits.length) {
      return 0;
    }
    int[] limitsHere = limits[depth];
    int children = 0;
    while (children < limitsHere.length && random >= limitsHere[children]) {
      children++;
    }
    return children;
  }

  /** The least random numbers that give 1, 2, … children; none is beyond the benchmark's limit. */
  private static int[] limits(double mean) {
    int[] least = new int[MAX_CHILDREN];
    int count = 0;
    while (count < least.length && children(mean, Integer.MAX_VALUE) > count) {
      long low = 0;
      long high = Integer.MAX_VALUE; // gives more than count
      while (low < high) {
        long middle = (low + high) / 2;
        if (children(mean, (int) middle) > count) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      least[count++] = (int) high;
    }
    return Arrays.copyOf(least, count);
  }

  private static int children(double mean, int random) {
    double p = 1.0 / (1.0 + mean);
    double u = random / 0x1p31;
    return (int) Math.floor(StrictMath.log(1.0 - u) / StrictMath.log(1.0 - p));
  }
}
