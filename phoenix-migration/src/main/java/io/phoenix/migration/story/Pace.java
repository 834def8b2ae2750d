package io.phoenix.migration.story;

import io.phoenix.migration.MigrationSettings;
import io.phoenix.migration.transfer.TransferSettings;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * How fast things follow each other in a story; its seed says so. Where acts follow each other
 * faster than packets travel, locks are contended for; where packets are slow or little state is
 * under way at a time, acts meet transfers that are not over.
 *
 * @param betweenActs the time from one act to the next
 * @param latency the longest that a packet takes
 * @param windowBytes how much state may be under way; 0 leaves that to the settings
 */
record Pace(Duration betweenActs, Duration latency, int windowBytes) {
  private static final int[] GAPS_MS = {0, 2, 20};
  private static final int[] LATENCIES_MS = {5, 250, 250};

  /** As much as a few numbers of {@link Counters} take. */
  private static final int NARROW_BYTES = 64;

  static Pace of(long seed) {
    var random = new SplittableRandom(seed);
    return new Pace(
        Duration.ofMillis(GAPS_MS[random.nextInt(GAPS_MS.length)]),
        Duration.ofMillis(LATENCIES_MS[random.nextInt(LATENCIES_MS.length)]),
        random.nextInt(3) == 0 ? NARROW_BYTES : 0);
  }

  /** The settings of a story at this pace. */
  MigrationSettings applyTo(MigrationSettings settings) {
    if (windowBytes == 0) {
      return settings;
    }
    TransferSettings before = settings.transfer();
    return settings.withTransfer(
        new TransferSettings(windowBytes, windowBytes, 0, before.maxRounds(), before.askNs()));
  }
}
