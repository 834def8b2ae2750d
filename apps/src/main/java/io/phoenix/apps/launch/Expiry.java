package io.phoenix.apps.launch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tells people in time that certificates end. */
final class Expiry {
  /** Long enough for somebody to come back from a holiday. */
  private static final Duration SOON = Duration.ofDays(10);

  private Expiry() {}

  /**
   * Which certificates end soon, or have ended: one line, or none.
   *
   * @param validUntil by what the holders are called
   */
  static String warning(Map<String, Instant> validUntil, Instant now) {
    List<String> ending = new ArrayList<>();
    new TreeMap<>(validUntil)
        .forEach(
            (name, until) -> {
              if (until.isBefore(now.plus(SOON))) {
                ending.add(name + (until.isBefore(now) ? " ended at " : " until ") + until);
              }
            });
    return ending.isEmpty()
        ? ""
        : "WARNING: certificates end soon: %s; 'phoenix renew' gives out new ones"
            .formatted(String.join(", ", ending));
  }
}
