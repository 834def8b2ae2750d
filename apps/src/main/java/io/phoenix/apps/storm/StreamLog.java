package io.phoenix.apps.storm;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The receiving end of one stream, whose messages are numbered 1, 2, 3, …: which numbers have come.
 *
 * <p>A number above the next one leaves a gap. If the gap is filled later, the messages that fill
 * it were out of order; if it never is, they were lost. So a loss is not mistaken for disorder, nor
 * the other way round.
 */
final class StreamLog {
  /** What a number says about its message. */
  enum Outcome {
    /** It is the next one. */
    IN_ORDER,
    /** Numbers before it are missing so far. It is not to blame: those are late, or lost. */
    AHEAD,
    /** It was missing: a later one has overtaken it. */
    OUT_OF_ORDER,
    /** It has come before. */
    DUPLICATE
  }

  private long next = 1;

  /** Missing numbers below {@link #next}: first → last of each gap. Nearly always empty. */
  private NavigableMap<Long, Long> gaps = Collections.emptyNavigableMap();

  Outcome onNumber(long number) {
    if (number == next) {
      next++;
      return Outcome.IN_ORDER;
    }
    if (number > next) {
      addGap(next, number - 1);
      next = number + 1;
      return Outcome.AHEAD;
    }
    Map.Entry<Long, Long> gap = gaps.floorEntry(number);
    if (gap == null || number > gap.getValue()) {
      return Outcome.DUPLICATE;
    }
    long first = gap.getKey();
    long last = gap.getValue();
    gaps.remove(first);
    if (first < number) {
      addGap(first, number - 1);
    }
    if (number < last) {
      addGap(number + 1, last);
    }
    return Outcome.OUT_OF_ORDER;
  }

  private void addGap(long first, long last) {
    if (gaps.isEmpty()) {
      gaps = new TreeMap<>();
    }
    gaps.put(first, last);
  }

  /** How many different numbers have come. */
  long distinct() {
    long missing = 0;
    for (Map.Entry<Long, Long> gap : gaps.entrySet()) {
      missing += gap.getValue() - gap.getKey() + 1;
    }
    return next - 1 - missing;
  }

  /** The first number that has not come. */
  long firstMissing() {
    return gaps.isEmpty() ? next : gaps.firstKey();
  }

  void writeTo(DataOutput out) throws IOException {
    Varint.write(next, out);
    Varint.write(gaps.size(), out);
    for (Map.Entry<Long, Long> gap : gaps.entrySet()) {
      Varint.write(gap.getKey(), out);
      Varint.write(gap.getValue(), out);
    }
  }

  static StreamLog readFrom(DataInput in) throws IOException {
    var log = new StreamLog();
    log.next = Varint.read(in);
    long count = Varint.read(in);
    for (long i = 0; i < count; i++) {
      log.addGap(Varint.read(in), Varint.read(in));
    }
    return log;
  }
}
