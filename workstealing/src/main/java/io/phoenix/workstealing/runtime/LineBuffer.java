package io.phoenix.workstealing.runtime;

import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Lines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lines that the tasks of a job write on this node. One batch of lines is under way to the
 * submitter at a time: until it has been shown, further lines are kept up to a bound, and counted
 * beyond it. So a task that writes in a loop neither fills memory nor delays messages. Any thread
 * may call it.
 */
final class LineBuffer {
  /** How many lines are kept. */
  static final int MAX_LINES = 1_000;

  /** How many characters of lines are kept. */
  static final int MAX_CHARACTERS = 64_000;

  /** Longer lines are cut. */
  static final int MAX_LINE = 8_000;

  private final long job;
  private List<String> kept = new ArrayList<>();
  private int characters;
  private long dropped;
  private boolean underWay;
  private boolean closed;

  LineBuffer(long job) {
    this.job = job;
  }

  /** A task has written a line; returns the batch to send now, if there is one. */
  synchronized @Nullable Lines add(String line) {
    if (kept.size() >= MAX_LINES || characters >= MAX_CHARACTERS) {
      dropped++;
    } else {
      String shown = line.length() > MAX_LINE ? line.substring(0, MAX_LINE) + "…" : line;
      kept.add(shown);
      characters += shown.length();
    }
    return next();
  }

  /** The latest batch has been shown; returns the batch to send now, if there is one. */
  synchronized @Nullable Lines onLinesShown() {
    underWay = false;
    return next();
  }

  /** The job is over here; returns the last batch, if there is one. */
  synchronized @Nullable Lines close() {
    underWay = false;
    Lines rest = next();
    closed = true;
    return rest;
  }

  private @Nullable Lines next() {
    if (closed || underWay || (kept.isEmpty() && dropped == 0)) {
      return null;
    }
    Lines batch = new Lines(job, kept, dropped);
    underWay = true;
    kept = new ArrayList<>();
    characters = 0;
    dropped = 0;
    return batch;
  }
}
