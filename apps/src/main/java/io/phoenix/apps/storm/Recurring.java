package io.phoenix.apps.storm;

import io.phoenix.api.Loop;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Does something at random moments, so often a second on average; on a node's loop. */
final class Recurring {
  private static final double LONGEST_SECONDS = 60;

  private final Loop loop;
  private final SplittableRandom random;
  private final Runnable action;
  private Loop.@Nullable Timer timer;
  private double perSecond;

  Recurring(Loop loop, SplittableRandom random, Runnable action) {
    this.loop = loop;
    this.random = random;
    this.action = action;
  }

  void begin(double timesPerSecond) {
    perSecond = timesPerSecond;
    scheduleNext();
  }

  void stop() {
    perSecond = 0;
    if (timer != null) {
      timer.cancel();
    }
  }

  boolean isRunning() {
    return perSecond > 0;
  }

  private void scheduleNext() {
    Duration pause = pause(random, perSecond);
    timer = pause == null ? null : loop.schedule(pause, this::onTimeout);
  }

  private void onTimeout() {
    if (isRunning()) {
      action.run();
      scheduleNext();
    }
  }

  /** A pause before the next event, exponentially distributed; {@code null} if there is none. */
  static @Nullable Duration pause(SplittableRandom random, double perSecond) {
    if (perSecond <= 0) {
      return null;
    }
    double seconds = -Math.log(1 - random.nextDouble()) / perSecond;
    return Duration.ofNanos((long) (Math.min(seconds, LONGEST_SECONDS) * 1e9));
  }
}
