package io.phoenix.routing.dsdv;

/**
 * When two metrics differ enough to act upon: by more than a share of the first <em>and</em> by
 * more than an absolute amount. The share keeps jitter on long paths quiet, the amount that on
 * short ones.
 *
 * @param percent the share, in percent
 * @param amount the amount, in microseconds like all metrics
 */
public record Threshold(int percent, int amount) {

  /** Checks both parts. */
  public Threshold {
    if (percent < 0 || amount < 0) {
      throw new IllegalArgumentException("percent=" + percent + ", amount=" + amount + " below 0");
    }
  }

  /** Whether {@code metric} differs clearly from {@code reference}, up or down. */
  public boolean isClearChange(int reference, int metric) {
    return isClear(reference, Math.abs(Metric.toLong(reference) - Metric.toLong(metric)));
  }

  /** Whether {@code metric} is clearly better (smaller) than {@code reference}. */
  public boolean isClearGain(int reference, int metric) {
    return isClear(reference, Metric.toLong(reference) - Metric.toLong(metric));
  }

  private boolean isClear(int reference, long difference) {
    return difference > amount && difference * 100 > Metric.toLong(reference) * percent;
  }
}
