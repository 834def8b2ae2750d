package io.phoenix.routing.node;

import io.phoenix.routing.wire.Controls;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts what was refused to peers because of a bound, and says so: the first time, and then each
 * time that the number has doubled, so that whoever floods this node does not fill its log.
 */
final class Refusals {
  /** Beyond so many different reasons, which may name nodes that somebody invents, all are one. */
  private static final int MAX_REASONS = 64;

  private final Consumer<String> warn;
  private final Map<String, Long> counts = new LinkedHashMap<>();

  Refusals(Consumer<String> warn) {
    this.warn = warn;
  }

  void count(String what) {
    count(what, null);
  }

  /** As {@link #count(String)}; {@code example} says what was wrong with the last one. */
  void count(String what, @Nullable Exception example) {
    boolean isKnown = counts.containsKey(what) || counts.size() < MAX_REASONS;
    String reason = isKnown ? what : "what broke a bound";
    long count = counts.merge(reason, 1L, Long::sum);
    if (Long.bitCount(count) == 1) {
      String detail = example == null ? "" : ": " + Controls.printable(example.toString());
      warn.accept("refused " + reason + ", " + count + " in all" + detail);
    }
  }

  /** How much was refused, for all reasons together. */
  long total() {
    return counts.values().stream().mapToLong(n -> n).sum();
  }
}
