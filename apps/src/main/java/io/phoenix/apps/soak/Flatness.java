package io.phoenix.apps.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Judges whether a figure that is sampled at equal distances stays where it is in the second half
 * of a run. It is flat if both hold:
 *
 * <ul>
 *   <li>the line of best fit through the second half rises by no more than the tolerance from its
 *       beginning to its end;
 *   <li>the highest sample of the last quarter is above that of the third by no more than the
 *       tolerance.
 * </ul>
 *
 * <p>The tolerance is a share of the mean of the second half, and an amount on top; for the highest
 * samples, there may be some noise besides. A figure that grows for ever, however slowly, breaks
 * the first rule if the run is long enough.
 */
final class Flatness {
  /** With fewer samples in the second half nothing can be said. */
  static final int FEWEST = 8;

  private final String what;
  private final double share;
  private final double amount;
  private final double noise;
  private final List<Double> samples = new ArrayList<>();

  /**
   * Of a figure that may rise by a share of its mean and an amount on top.
   *
   * @param noise by how much single samples may stand out besides
   */
  Flatness(String what, double share, double amount, double noise) {
    this.what = what;
    this.share = share;
    this.amount = amount;
    this.noise = noise;
  }

  void add(double sample) {
    samples.add(sample);
  }

  private List<Double> secondHalf() {
    return samples.subList(samples.size() / 2, samples.size());
  }

  boolean isJudged() {
    return secondHalf().size() >= FEWEST;
  }

  boolean isFlat() {
    return !isJudged() || (rise() <= tolerance() && step() <= tolerance() + noise);
  }

  double last() {
    return samples.isEmpty() ? 0 : samples.get(samples.size() - 1);
  }

  private double mean() {
    return secondHalf().stream().mapToDouble(x -> x).average().orElse(0);
  }

  private double tolerance() {
    return share * mean() + amount;
  }

  /** By how much the line of best fit rises in the second half. */
  double rise() {
    List<Double> half = secondHalf();
    double middle = (half.size() - 1) / 2.0;
    double mean = mean();
    double products = 0;
    double squares = 0;
    for (int i = 0; i < half.size(); i++) {
      products += (i - middle) * (half.get(i) - mean);
      squares += (i - middle) * (i - middle);
    }
    return squares == 0 ? 0 : products / squares * (half.size() - 1);
  }

  /** By how much the highest of the last quarter is above the highest of the third. */
  double step() {
    List<Double> half = secondHalf();
    return max(half.subList(half.size() / 2, half.size())) - max(half.subList(0, half.size() / 2));
  }

  private static double max(List<Double> part) {
    return part.stream().mapToDouble(x -> x).max().orElse(0);
  }

  @Override
  public String toString() {
    if (!isJudged()) {
      return String.format(Locale.ROOT, "%s: %.1f; too few samples to judge", what, last());
    }
    return String.format(
        Locale.ROOT,
        "%s: mean %.1f, rise %+.1f, last quarter's highest %+.1f above the third's, tolerance %.1f"
            + " (%.1f): %s",
        what,
        mean(),
        rise(),
        step(),
        tolerance(),
        tolerance() + noise,
        isFlat() ? "flat" : "NOT FLAT");
  }
}
