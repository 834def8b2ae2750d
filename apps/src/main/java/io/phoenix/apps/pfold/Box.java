package io.phoenix.apps.pfold;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The points of a box of the cubic lattice, numbered from zero; sets of points are the bits of a
 * long.
 *
 * @param x points along the first edge, and so on
 */
public record Box(int x, int y, int z) {
  private static final int MAX_POINTS = Long.SIZE;
  private static final int[][] ORDERS = {
    {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}
  };

  /** A start of walks that stands for all those that a symmetry of the box turns it into. */
  record Start(int point, int weight) {}

  /** Checks the size. */
  public Box {
    if (x < 1 || y < 1 || z < 1 || (long) x * y * z > MAX_POINTS) {
      throw new IllegalArgumentException(
          "a box of %d × %d × %d must have from 1 to %d points".formatted(x, y, z, MAX_POINTS));
    }
  }

  /**
   * Reads {@code 3x3x4}.
   *
   * @throws IllegalArgumentException if it is not that
   */
  public static Box parse(String text) {
    String[] edges = text.split("x", -1);
    if (edges.length != 3) {
      throw new IllegalArgumentException("'" + text + "' is not a box such as 3x3x4");
    }
    try {
      return new Box(
          Integer.parseInt(edges[0]), Integer.parseInt(edges[1]), Integer.parseInt(edges[2]));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a box such as 3x3x4", e);
    }
  }

  /** How many points there are. */
  public int points() {
    return x * y * z;
  }

  /** For each point, the set of those next to it. */
  long[] neighbours() {
    long[] sets = new long[points()];
    for (int point = 0; point < sets.length; point++) {
      int[] at = coordinates(point);
      for (int axis = 0; axis < 3; axis++) {
        for (int step = -1; step <= 1; step += 2) {
          int[] next = at.clone();
          next[axis] += step;
          if (next[axis] >= 0 && next[axis] < edges()[axis]) {
            sets[point] |= 1L << point(next);
          }
        }
      }
    }
    return sets;
  }

  /** One point of each class that the symmetries of the box make, with the size of the class. */
  List<Start> starts() {
    var sizes = new TreeMap<Integer, Integer>();
    for (int point = 0; point < points(); point++) {
      sizes.merge(least(point), 1, Integer::sum);
    }
    var starts = new ArrayList<Start>();
    sizes.forEach((point, size) -> starts.add(new Start(point, size)));
    return starts;
  }

  /** The least point that a symmetry turns the point into: mirrors, and edges of equal length. */
  private int least(int point) {
    int[] edges = edges();
    int[] at = coordinates(point);
    int least = point;
    for (int[] order : ORDERS) {
      int[] turned = {at[order[0]], at[order[1]], at[order[2]]};
      if (edges[order[0]] == x && edges[order[1]] == y && edges[order[2]] == z) {
        for (int mirrors = 0; mirrors < 8; mirrors++) {
          int[] image = turned.clone();
          for (int axis = 0; axis < 3; axis++) {
            if ((mirrors & 1 << axis) != 0) {
              image[axis] = edges[axis] - 1 - image[axis];
            }
          }
          least = Math.min(least, point(image));
        }
      }
    }
    return least;
  }

  private int[] edges() {
    return new int[] {x, y, z};
  }

  private int[] coordinates(int point) {
    return new int[] {point % x, point / x % y, point / x / y};
  }

  private int point(int[] at) {
    return at[0] + x * (at[1] + y * at[2]);
  }

  @Override
  public String toString() {
    return x + "x" + y + "x" + z;
  }
}
