package io.phoenix.routing.tcp;

import java.util.concurrent.TimeUnit;

/**
 * How threads wait for events.
 *
 * @param name of the node, for the names of threads
 * @param spinNs how long after the last event a waiting application thread polls without sleeping
 * @param backgroundSpinNs likewise for the background thread
 */
record LoopMode(String name, long spinNs, long backgroundSpinNs) {

  /** After this long without any event a node is idle and its background thread may sleep. */
  private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  /**
   * Waiting threads sleep, at once: to spin for a moment first pays only while both ends happen to
   * do so on two free cores, and where the other end waits for this very core it doubles the round
   * trip. Measured, not guessed.
   */
  static LoopMode blocking(String name) {
    return new LoopMode(name, 0, 0);
  }

  /** Waiting threads spin: a core of their own each, and no wake-ups. */
  static LoopMode busy(String name) {
    return new LoopMode(name, Long.MAX_VALUE, IDLE_NS);
  }
}
