package io.phoenix.workstealing.runtime;

import io.phoenix.workstealing.steal.StealCodec;
import io.phoenix.workstealing.steal.StealMessage;
import io.phoenix.workstealing.steal.StealMessage.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages of a job that a node has not been told of yet, bounded in number and in bytes. If many
 * wait, requests for work are dropped, as thieves send them again. Thieves ask for a bounded amount
 * of work, so work that somebody asked for finds room; but a member may send work that nobody asked
 * for, and that is dropped beyond the bound.
 */
final class EarlyMessages {
  private static final Logger log = LoggerFactory.getLogger(EarlyMessages.class);

  /** How many messages may wait before requests are dropped. */
  static final int MAX_EARLY = 10_000;

  /** How many messages may wait before every further message is dropped. */
  static final int MAX_EARLY_WORK = 2 * MAX_EARLY;

  /** How many bytes the messages that wait may have together, as they were sent. */
  static final long MAX_BYTES = 64L << 20;

  private final List<Early> messages = new ArrayList<>();
  private long bytes;

  private record Early(StealMessage message, int bytes) {}

  void add(StealMessage message) {
    int more = StealCodec.encode(message).length;
    boolean isRequest = message instanceof Request;
    if (messages.size() < (isRequest ? MAX_EARLY : MAX_EARLY_WORK) && bytes + more <= MAX_BYTES) {
      messages.add(new Early(message, more));
      bytes += more;
    } else if (!isRequest) {
      log.warn(
          "{} of job {}, which is not known here, was dropped: more wait than can be kept",
          message.getClass().getSimpleName(),
          message.job());
    }
  }

  /** Removes some messages; returns them in their order. */
  List<StealMessage> remove(Predicate<StealMessage> which) {
    List<Early> removed = messages.stream().filter(early -> which.test(early.message)).toList();
    messages.removeIf(early -> which.test(early.message));
    removed.forEach(early -> bytes -= early.bytes);
    return removed.stream().map(Early::message).toList();
  }

  List<StealMessage> all() {
    return messages.stream().map(Early::message).toList();
  }
}
