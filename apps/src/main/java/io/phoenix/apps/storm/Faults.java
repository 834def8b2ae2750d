package io.phoenix.apps.storm;

import io.phoenix.api.Loop;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Cuts this node's links now and then. Every other cut waits for the next large message and comes
 * while its frames are on the way: a cut at a random moment would mostly find the links idle.
 */
final class Faults {
  /** A large message is on the way for about as long as this. */
  private static final int MID_TRANSFER_NS = 1_000_000;

  private final Loop loop;
  private final SplittableRandom random;
  private final Runnable cutLinks;
  private final Recurring times;
  private boolean armed;
  private long cuts;

  Faults(Loop loop, SplittableRandom random, Runnable cutLinks) {
    this.loop = loop;
    this.random = random;
    this.cutLinks = cutLinks;
    this.times = new Recurring(loop, random, this::onCutTimeout);
  }

  void begin(double perSecond) {
    times.begin(perSecond);
  }

  void stop() {
    times.stop();
    armed = false;
  }

  long cuts() {
    return cuts;
  }

  private void onCutTimeout() {
    if (random.nextBoolean()) {
      cut();
    } else {
      armed = true;
    }
  }

  void onLargeSend() {
    if (armed) {
      armed = false;
      loop.schedule(Duration.ofNanos(random.nextInt(MID_TRANSFER_NS)), this::cut);
    }
  }

  private void cut() {
    if (times.isRunning()) {
      cuts++;
      cutLinks.run();
    }
  }
}
