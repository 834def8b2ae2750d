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

  /**
   * How long threads poll before they sleep: a little more than a round trip between processes
   * takes while both are awake.
   */
  private static final long BRIEF_NS = Long.getLong("phoenix.spinNs", 0);

  /** After this long without any event a node is idle and its background thread may sleep. */
  private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Waiting threads sleep. */
  static LoopMode blocking(String name) {
    return new LoopMode(name, BRIEF_NS, BRIEF_NS);
  }

  /** Waiting threads spin: a core of their own each, and no wake-ups. */
  static LoopMode busy(String name) {
    return new LoopMode(name, Long.MAX_VALUE, IDLE_NS);
  }
}
