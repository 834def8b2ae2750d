package io.phoenix.workstealing.runtime;

import io.phoenix.workstealing.steal.StealMessage;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.StealMessage.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages of a job that a node has not been told of yet. If there are many, requests for work are
 * dropped, which come again. There is not more work than was asked for; but any member can send
 * what nobody asked for, so that is bounded, too.
 */
final class EarlyMessages {
  private static final Logger log = LoggerFactory.getLogger(EarlyMessages.class);

  /** Beyond so many messages, requests are dropped. */
  static final int MAX_EARLY = 10_000;

  /** Beyond so many, everything is. */
  static final int MAX_EARLY_WORK = 2 * MAX_EARLY;

  /** As it is if so much work is kept. */
  static final long MAX_BYTES = 64L << 20;

  private final List<StealMessage> messages = new ArrayList<>();
  private long bytes;

  void add(StealMessage message) {
    long more = bytesOf(message);
    boolean isRequest = message instanceof Request;
    if (messages.size() < (isRequest ? MAX_EARLY : MAX_EARLY_WORK) && bytes + more <= MAX_BYTES) {
      messages.add(message);
      bytes += more;
    } else if (!isRequest) {
      log.warn(
          "{} of job {}, which is not known here, was dropped: more wait than can be kept",
          message.getClass().getSimpleName(),
          message.job());
    }
  }

  /** Takes some out; returns them in their order. */
  List<StealMessage> remove(Predicate<StealMessage> which) {
    List<StealMessage> removed = messages.stream().filter(which).toList();
    messages.removeIf(which);
    removed.forEach(message -> bytes -= bytesOf(message));
    return removed;
  }

  List<StealMessage> all() {
    return List.copyOf(messages);
  }

  private static long bytesOf(StealMessage message) {
    if (message instanceof Result result) {
      return result.result().length;
    }
    return message instanceof Answer answer
        ? answer.given().stream().mapToLong(task -> task.problem().length).sum()
        : 0;
  }
}
