package io.phoenix.routing.link;

import io.phoenix.api.Loop;
import io.phoenix.routing.world.Timers;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the peer lives and how far away it is.
 *
 * <p>At most one Ping is out. Every byte is a sign of life, so a link that is busy cannot be taken
 * for dead because a Pong waits behind its data.
 */
final class KeepAlive {

  /** What the keep-alive does to its link. */
  interface Effects {
    void sendPing(long nonce, long nowNs);

    /** No byte has come for this long. */
    void onSilence(long silentNs, long nowNs);

    /** Bytes come, but a Ping has not been answered for this long. */
    void onDeafness(long unansweredNs, long nowNs);
  }

  // A Ping may have much data before it on a slow link, so this is not a matter of seconds.
  private static final int DEAF_AFTER = 12;

  private final LinkSettings settings;
  private final Timers timers;
  private final RandomGenerator random;
  private final Effects effects;

  private Loop.@Nullable Timer timer;
  private long dueNs; // when the timer should run
  private long nextPingNs;
  private long lastHeardNs;
  private boolean suspected;
  private long patienceNs; // silence that is put up with at present
  private boolean pingOut;
  private long nonce;
  private long pingSentNs;
  private long rttNs = -1;

  KeepAlive(LinkSettings settings, Timers timers, RandomGenerator random, Effects effects) {
    this.settings = settings;
    this.timers = timers;
    this.random = random;
    this.effects = effects;
    this.patienceNs = settings.deadNs();
  }

  /** Sends the first Ping. */
  void start(long nowNs) {
    lastHeardNs = nowNs;
    nextPingNs = nowNs + jitteredHelloNs();
    ping(nowNs);
    arm(nowNs);
  }

  void stop() {
    if (timer != null) {
      timer.cancel();
    }
  }

  /** The smoothed round trip; -1 before the first Pong. */
  long rttNs() {
    return rttNs;
  }

  void onBytes(long nowNs) {
    lastHeardNs = nowNs;
    if (suspected) {
      suspected = false;
      patienceNs = settings.deadNs();
    }
  }

  /**
   * Takes the answer to a Ping.
   *
   * @return whether it was one: an answer to nothing is ignored
   */
  boolean onPong(long answered, long nowNs) {
    if (!pingOut || answered != nonce) {
      return false;
    }
    pingOut = false;
    long sampleNs = Math.max(1, nowNs - pingSentNs);
    rttNs = rttNs < 0 ? sampleNs : rttNs + (sampleNs - rttNs) / 8; // as TCP does, RFC 6298
    return true;
  }

  /**
   * The peer seems to believe that this link is gone. It is asked; and since it was alive a moment
   * ago, its answer is not waited for as long as usual.
   */
  void suspect(long nowNs) {
    if (suspected) {
      return;
    }
    suspected = true;
    long waitNs = settings.helloNs() + 4 * Math.max(0, rttNs);
    patienceNs = Math.min(settings.deadNs(), nowNs - lastHeardNs + waitNs);
    if (!pingOut) {
      ping(nowNs);
    }
    arm(nowNs);
  }

  private void ping(long nowNs) {
    pingOut = true;
    nonce = random.nextLong(); // cannot be guessed, so a Pong proves that the Ping was read
    pingSentNs = nowNs;
    effects.sendPing(nonce, nowNs);
  }

  private void arm(long nowNs) {
    stop();
    dueNs = Math.min(nextPingNs, lastHeardNs + patienceNs);
    timer = timers.set(Math.max(0, dueNs - nowNs), this::onTimeout);
  }

  private void onTimeout(long nowNs) {
    long lateNs = nowNs - dueNs;
    if (lateNs > settings.helloNs()) {
      // It was this node that slept. What the peer sent meanwhile may still be unread.
      lastHeardNs = Math.min(nowNs, lastHeardNs + lateNs);
    }
    if (nowNs - lastHeardNs >= patienceNs) {
      effects.onSilence(nowNs - lastHeardNs, nowNs);
      return;
    }
    if (pingOut && nowNs - pingSentNs >= DEAF_AFTER * settings.deadNs()) {
      effects.onDeafness(nowNs - pingSentNs, nowNs);
      return;
    }
    if (nowNs >= nextPingNs) {
      nextPingNs = nowNs + jitteredHelloNs();
      if (!pingOut) {
        ping(nowNs);
      }
    }
    arm(nowNs);
  }

  /** Up to a tenth early, so that the tests of many links do not march in step. */
  private long jitteredHelloNs() {
    return settings.helloNs() - random.nextLong(settings.helloNs() / 10 + 1);
  }
}
