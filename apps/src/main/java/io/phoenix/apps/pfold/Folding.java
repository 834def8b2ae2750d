package io.phoenix.apps.pfold;

import io.phoenix.workstealing.task.Parts;
import io.phoenix.workstealing.task.TaskContext;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
  /** So many monomers are placed without asking: a tenth of a second, where there is much room. */
  private static final int UNPOLLED = 14;

  private final Box box;
  private final int length;

  /** For each monomer, all ones if it is sticky, else zero. */
  private final long[] sticky;

  private final long[] neighbours;

  private final int maxContacts;

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
    // A pair of points is one contact or one bond; a monomer has at most four contacts, an end
    // five.
    int pairs = Arrays.stream(neighbours).mapToInt(Long::bitCount).sum() / 2;
    this.maxContacts = Math.min(pairs - (length - 1), 2 * length + 1);
    this.sticky = new long[length];
    for (int i = 0; i < length; i++) {
      sticky[i] = (polymer.sticky() >>> i & 1) == 0 ? 0 : -1L;
    }
  }

  /** All folds, in one thread: how many have 0, 1, … contacts. */
  public long[] serial() {
    long[] sum = noCounts();
    for (Fold start : starts()) {
      long[] counts = count(start, null);
      for (int i = 0; i < sum.length; i++) {
        sum[i] += counts[i];
      }
    }
    return sum;
  }

  int length() {
    return length;
  }

  /** Zeros, for as many numbers of contacts as there may be. */
  long[] noCounts() {
    return new long[maxContacts + 1];
  }

  /** Folds whose first monomer lies. */
  List<Fold> starts() {
    return box.starts().stream()
        .map(
            start -> {
              long at = 1L << start.point();
              return new Fold(start.point(), at, at & sticky[0], 0, start.weight());
            })
        .toList();
  }

  /** The folds that begin as the given one, which is not complete, with one more monomer. */
  void extend(Fold fold, Parts<Fold> longer) {
    long stickiness = sticky[fold.placed()];
    long others = fold.attracting() & ~(1L << fold.at()) & stickiness;
    long free = neighbours[fold.at()] & ~fold.taken();
    while (free != 0) {
      long point = free & -free;
      free ^= point;
      int next = Long.numberOfTrailingZeros(point);
      longer.add(
          new Fold(
              next,
              fold.taken() | point,
              fold.attracting() | (point & stickiness),
              fold.contacts() + Long.bitCount(neighbours[next] & others),
              fold.weight()));
    }
  }

  /**
   * Counts the folds that begin as the given one, each as often as it stands for others.
   *
   * @param context is asked now and then whether that is still wanted; {@code null}: it is
   */
  long[] count(Fold fold, @Nullable TaskContext context) {
    long[] counts = noCounts();
    if (fold.placed() == length) {
      counts[fold.contacts()]++;
    } else if (context == null) {
      count(fold.at(), fold.taken(), fold.attracting(), fold.placed(), fold.contacts(), counts);
    } else {
      countIfWanted(fold, counts, context);
    }
    if (fold.weight() != 1) {
      for (int i = 0; i < counts.length; i++) {
        counts[i] *= fold.weight();
      }
    }
    return counts;
  }

  /** Asks before each part that is left to {@link #count}, which never does, and is the faster. */
  private void countIfWanted(Fold fold, long[] counts, TaskContext context) {
    if (length - fold.placed() > UNPOLLED) {
      extend(fold, longer -> countIfWanted(longer, counts, context));
    } else {
      context.poll();
      count(fold.at(), fold.taken(), fold.attracting(), fold.placed(), fold.contacts(), counts);
    }
  }

  /**
   * The last monomer is placed without a call. The compiler inlines one call of a method to itself,
   * no more: if complete folds were calls, whether these are among those inlined, and a fifth of
   * the time, would depend on whether an odd or an even number of monomers is left at the start.
   */
  private void count(int at, long taken, long attracting, int placed, int contacts, long[] counts) {
    long stickiness = sticky[placed];
    long others = attracting & ~(1L << at) & stickiness; // a bond is no contact
    long free = neighbours[at] & ~taken;
    if (placed == length - 1) {
      while (free != 0) {
        int next = Long.numberOfTrailingZeros(free);
        free &= free - 1;
        counts[contacts + Long.bitCount(neighbours[next] & others)]++;
      }
      return;
    }
    while (free != 0) {
      long point = free & -free;
      free ^= point;
      int next = Long.numberOfTrailingZeros(point);
      count(
          next,
          taken | point,
          attracting | (point & stickiness),
          placed + 1,
          contacts + Long.bitCount(neighbours[next] & others),
          counts);
    }
  }
}
