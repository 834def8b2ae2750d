package io.phoenix.apps.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What happens when, drawn from the seed. Whom it happens to is drawn when the time has come, from
 * the event's own number and those who are there then.
 *
 * @param events in the order of their times
 */
record SoakPlan(List<Event> events) {

  /** Something that happens, and how often. */
  enum Kind {
    /** A node gives a piece of what it assumes to another. */
    MOVE(0.6),
    /** A node starts, if there are fewer than there should be. */
    JOIN(4),
    /** A node gives away what it assumes, and leaves for good. */
    LEAVE(25),
    /** A node leaves with a log, and returns with it after a while. */
    RETURN(18),
    /** A node's cable is pulled for a while. */
    CUT(14),
    /** No packet passes between two nodes for a while. */
    PART(12),
    /** All connections of a node are reset. */
    RESET(10),
    /** A node is killed, and others take over what it assumed. */
    KILL(35);

    private final double everySeconds;

    Kind(double everySeconds) {
      this.everySeconds = everySeconds;
    }

    /** Whether it can happen only where there are cables that can be pulled. */
    boolean needsCables() {
      return this == CUT || this == PART;
    }
  }

  /**
   * One event.
   *
   * @param afterNs since the beginning
   * @param kind what happens
   * @param draw what whom and how long are drawn from
   */
  record Event(long afterNs, Kind kind, long draw) {}

  static SoakPlan of(long seed, Duration duration) {
    var random = new SplittableRandom(seed);
    List<Event> events = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      // In the first half at the latest, so that also a short soak has one of each.
      double seconds = Math.min(pause(random, kind), random.nextDouble(duration.toNanos() / 2e9));
      while (seconds < duration.toNanos() / 1e9) {
        events.add(new Event((long) (seconds * 1e9), kind, random.nextLong()));
        seconds += pause(random, kind);
      }
    }
    events.sort(Comparator.comparingLong(Event::afterNs));
    return new SoakPlan(List.copyOf(events));
  }

  private static double pause(SplittableRandom random, Kind kind) {
    return -Math.log(1 - random.nextDouble()) * kind.everySeconds;
  }
}
