package io.phoenix.migration.goal;

/**
 * Bounds of a pursuit.
 *
 * @param probes how many virtual nodes a newcomer asks before it chooses
 * @param tolerance by which part of the lighter one's weight neighbours may differ
 * @param probeNs how long to wait for answers of nodes that were asked
 * @param attemptNs how long to wait for a lock: longer than the network is ever slow
 * @param restNs how long to rest, on average, after a first failure; then twice as long, and so on
 * @param maxRestNs how long at most
 * @param leaveNs after how long a leave that did not succeed is given up
 */
public record GoalSettings(
    int probes,
    double tolerance,
    long probeNs,
    long attemptNs,
    long restNs,
    long maxRestNs,
    long leaveNs) {

  /** Checks that each is above zero. */
  public GoalSettings {
    if (probes < 1 || !(tolerance > 0) || probeNs <= 0 || attemptNs <= 0 || leaveNs <= 0) {
      throw new IllegalArgumentException(
          "probes=%d, tolerance=%s, probeNs=%d, attemptNs=%d and leaveNs=%d must be above 0"
              .formatted(probes, tolerance, probeNs, attemptNs, leaveNs));
    }
    if (restNs <= 0 || maxRestNs < restNs) {
      throw new IllegalArgumentException(
          "restNs=%d must be above 0, maxRestNs=%d not below it".formatted(restNs, maxRestNs));
    }
  }

  /** Four probes, a tenth of tolerance, half a minute to leave. */
  public static GoalSettings defaults() {
    return new GoalSettings(
        4, 0.1, 500_000_000L, 10_000_000_000L, 2_000_000L, 500_000_000L, 30_000_000_000L);
  }
}
