package io.phoenix.apps.storm;

import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Random pauses between events that happen so often a second on average. */
final class Chance {
  private static final double LONGEST_SECONDS = 60;

  private Chance() {}

  /** A pause before the next event, exponentially distributed; {@code null} if there is none. */
  static @Nullable Duration pause(SplittableRandom random, double perSecond) {
    if (perSecond <= 0) {
      return null;
    }
    double seconds = -Math.log(1 - random.nextDouble()) / perSecond;
    return Duration.ofNanos((long) (Math.min(seconds, LONGEST_SECONDS) * 1e9));
  }
}
