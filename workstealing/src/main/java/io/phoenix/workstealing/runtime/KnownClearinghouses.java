package io.phoenix.workstealing.runtime;

import io.phoenix.workstealing.clearinghouse.Notice;
import io.phoenix.workstealing.clearinghouse.NoticeCodec;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The nodes that are or were the clearinghouse, because they assume or assumed virtual node 0: only
 * their notices count. A notice that was sent just before the clearinghouse moved on counts. A
 * notice that arrives before this node has heard that the clearinghouse moved to the sender waits
 * until it has. On the node's loop.
 */
final class KnownClearinghouses {
  /** How many of the latest clearinghouses are remembered. */
  private static final int MAX_KNOWN = 64;

  /** How many notices wait, of all senders together; beyond that the oldest ones are dropped. */
  static final int MAX_WAITING = 1000;

  /** How many bytes the notices that wait have together, but for the latest. */
  static final long MAX_BYTES = 64L << 20;

  private final Set<Long> known = new LinkedHashSet<>();
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private long bytes;

  /** A notice of a sender that is not known to be the clearinghouse. */
  private record Waiting(long sender, Notice notice, int bytes) {}

  boolean isClearinghouse(long sender) {
    return known.contains(sender);
  }

  void keep(long sender, Notice notice) {
    var latest = new Waiting(sender, notice, NoticeCodec.encode(notice).length);
    waiting.add(latest);
    bytes += latest.bytes;
    while (waiting.size() > MAX_WAITING || (bytes > MAX_BYTES && waiting.size() > 1)) {
      bytes -= waiting.remove().bytes;
    }
  }

  /** A node assumes virtual node 0; returns its notices that have been waiting for that news. */
  List<Notice> onClearinghouse(long clearinghouse) {
    known.remove(clearinghouse);
    known.add(clearinghouse);
    if (known.size() > MAX_KNOWN) {
      known.remove(known.iterator().next());
    }
    List<Waiting> said = waiting.stream().filter(one -> one.sender == clearinghouse).toList();
    waiting.removeIf(one -> one.sender == clearinghouse);
    said.forEach(one -> bytes -= one.bytes);
    return said.stream().map(Waiting::notice).toList();
  }
}
