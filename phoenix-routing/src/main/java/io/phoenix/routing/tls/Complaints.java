package io.phoenix.routing.tls;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Decides which failures people hear of: each once in a while, however often it happens. */
final class Complaints {
  private static final long AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

  /** A stranger that makes up new ones makes the log no longer than this, each minute. */
  private static final int MAX = 32;

  private final Map<String, Long> lastSaidNs = new LinkedHashMap<>();

  /** Whether a complaint should be said now; a port number does not make it another one. */
  boolean isWorthSaying(String complaint, long nowNs) {
    lastSaidNs.values().removeIf(said -> nowNs - said >= AGAIN_NS);
    String key = complaint.replaceAll(":\\d{1,5}\\b", "");
    if (lastSaidNs.containsKey(key) || lastSaidNs.size() >= MAX) {
      return false;
    }
    lastSaidNs.put(key, nowNs);
    return true;
  }
}
