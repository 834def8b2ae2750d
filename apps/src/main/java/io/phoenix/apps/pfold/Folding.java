package io.phoenix.apps.pfold;

import io.phoenix.apps.pfold.Box.Start;
import java.util.Arrays;

/**
 * Enumerates the folds of a polymer into a box and makes the histogram of their energies (paper 000
 * §4; Pande, Joerg, Grosberg and Tanaka, <i>Enumerations of the Hamiltonian walks on a cubic
 * sublattice</i>, 1994).
 *
 * <p>A <em>fold</em> of a chain of n monomers is a self-avoiding walk of n points in the box:
 * monomer 0 lies on any point, each other one next to its predecessor, and no two on one point. A
 * chain and its reverse are two chains, and a fold and its mirror image two folds. If n is the
 * number of points, folds are the box's Hamiltonian walks. The <em>energy</em> of a fold is minus
 * the number of its <em>contacts</em>: pairs of sticky monomers that lie next to each other without
 * following each other in the chain. Starts that a symmetry of the box turns into each other have
 * the same histogram, so one of them is done, and counted as often as there are such.
 */
public final class Folding {
  private final Box box;
  private final int length;

  /** For each monomer, all ones if it is sticky, else zero. */
  private final long[] sticky;

  private final long[] neighbours;

  /** The pairs of neighbouring points: there are not more contacts than these. */
  private final int pairs;

  /** The folds of a polymer into a box. */
  public Folding(Box box, Polymer polymer) {
    if (polymer.length() > box.points()) {
      throw new IllegalArgumentException(
          "length=%d is above the %d points of a box of %s"
              .formatted(polymer.length(), box.points(), box));
    }
    this.box = box;
    this.length = polymer.length();
    this.neighbours = box.neighbours();
    this.pairs = Arrays.stream(neighbours).mapToInt(Long::bitCount).sum() / 2;
    this.sticky = new long[length];
    for (int i = 0; i < length; i++) {
      sticky[i] = (polymer.sticky() >>> i & 1) == 0 ? 0 : -1L;
    }
  }

  /** All folds, in one thread. */
  public Histogram serial() {
    Histogram sum = Histogram.EMPTY;
    for (Start start : box.starts()) {
      long[] counts = new long[pairs + 1];
      long at = 1L << start.point();
      fold(start.point(), at, at & sticky[0], 1, 0, counts);
      sum = sum.plus(Histogram.of(counts, start.weight()));
    }
    return sum;
  }

  /**
   * Counts the folds that begin in a given way.
   *
   * @param at where the last monomer lies
   * @param taken the points that have a monomer
   * @param attracting those that have a sticky one
   * @param placed the number of monomers that lie
   */
  void fold(int at, long taken, long attracting, int placed, int contacts, long[] counts) {
    if (placed == length) {
      counts[contacts]++;
      return;
    }
    long others = attracting & ~(1L << at) & sticky[placed]; // a bond is no contact
    long free = neighbours[at] & ~taken;
    while (free != 0) {
      long point = free & -free;
      free ^= point;
      int next = Long.numberOfTrailingZeros(point);
      fold(
          next,
          taken | point,
          attracting | (point & sticky[placed]),
          placed + 1,
          contacts + Long.bitCount(neighbours[next] & others),
          counts);
    }
  }
}
