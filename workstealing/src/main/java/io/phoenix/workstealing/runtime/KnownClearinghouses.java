package io.phoenix.workstealing.runtime;

import io.phoenix.workstealing.clearinghouse.Notice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Who is the clearinghouse: whoever assumes virtual node 0, or has done so. A notice that was sent
 * just before the clearinghouse moved on counts; one that arrives before the news that it has moved
 * waits for them. On the node's loop.
 */
final class KnownClearinghouses {
  /** So many of the latest are remembered. */
  private static final int MAX_KNOWN = 64;

  /** So many notices wait, from whomever; above, the oldest is dropped. */
  static final int MAX_WAITING = 1000;

  private final Set<Long> known = new LinkedHashSet<>();
  private final Deque<Waiting> waiting = new ArrayDeque<>();

  /** A notice of one that is not known to be the clearinghouse. */
  private record Waiting(long sender, Notice notice) {}

  boolean isClearinghouse(long sender) {
    return known.contains(sender);
  }

  void keep(long sender, Notice notice) {
    waiting.add(new Waiting(sender, notice));
    if (waiting.size() > MAX_WAITING) {
      waiting.remove();
    }
  }

  /** A node assumes virtual node 0; returns what it has said before that was known. */
  List<Notice> onClearinghouse(long clearinghouse) {
    known.remove(clearinghouse);
    known.add(clearinghouse);
    if (known.size() > MAX_KNOWN) {
      known.remove(known.iterator().next());
    }
    List<Notice> said = new ArrayList<>();
    for (Waiting one : waiting) {
      if (one.sender() == clearinghouse) {
        said.add(one.notice());
      }
    }
    waiting.removeIf(one -> one.sender() == clearinghouse);
    return said;
  }
}
