package io.phoenix.apps.storm;

import io.phoenix.api.VirtualRange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The receiving ends of all streams to the virtual nodes that one node assumes. {@link #release}
 * and {@link #assume} move them with the virtual nodes, so that one unbroken history of each stream
 * is checked although several nodes receive parts of it.
 */
final class OrderChecker {
  private final int streams;
  private final Map<Long, StreamLog[]> logs = new HashMap<>();
  private long duplicated;
  private long outOfOrder;
  private long misplaced;

  /**
   * Starts with no virtual nodes.
   *
   * @param streams how many streams lead to each virtual node
   */
  OrderChecker(int streams) {
    this.streams = streams;
  }

  /** Begins the history of virtual nodes that have received nothing yet. */
  void begin(VirtualRange range) {
    for (long v = range.first(); v < range.end(); v++) {
      StreamLog[] fresh = new StreamLog[streams];
      for (int s = 0; s < streams; s++) {
        fresh[s] = new StreamLog();
      }
      logs.put(v, fresh);
    }
  }

  /**
   * Checks a delivery; {@code true} if the message has not come before and belongs here.
   *
   * @param problems is told what is wrong, if anything is
   */
  boolean onDelivery(long v, int stream, long number, Collection<String> problems) {
    StreamLog[] here = logs.get(v);
    if (here == null) {
      misplaced++;
      problems.add("misplaced: " + describe(v, stream, number) + " came to a node without it");
      return false;
    }
    StreamLog log = here[stream];
    long expected = log.firstMissing();
    switch (log.onNumber(number)) {
      case IN_ORDER -> {
        return true;
      }
      case AHEAD -> {
        problems.add(
            "ahead: " + describe(v, stream, number) + " came, number " + expected + " had not");
        return true;
      }
      case OUT_OF_ORDER -> {
        outOfOrder++;
        problems.add("out of order: " + describe(v, stream, number) + " came after later ones");
        return true;
      }
      case DUPLICATE -> {
        duplicated++;
        problems.add("duplicated: " + describe(v, stream, number) + " came again");
        return false;
      }
    }
    throw new AssertionError("unreachable");
  }

  /** How a stream's message is called in messages to people. */
  static String describe(long v, int stream, long number) {
    return "number %d from node %d to virtual node %d (%s)"
        .formatted(number, Streams.sender(stream), v, Streams.isUrgent(stream) ? "urgent" : "bulk");
  }

  long duplicated() {
    return duplicated;
  }

  long outOfOrder() {
    return outOfOrder;
  }

  long misplaced() {
    return misplaced;
  }

  /** The receiving ends of a virtual node's streams; empty if it is not here. */
  List<StreamLog> logs(long v) {
    StreamLog[] here = logs.get(v);
    return here == null ? Collections.emptyList() : List.of(here);
  }

  /** Writes the history of a range and forgets it. */
  void release(VirtualRange range, DataOutput out) throws IOException {
    write(range, out);
    for (long v = range.first(); v < range.end(); v++) {
      logs.remove(v);
    }
  }

  /** Writes the history of a range, which must be here. */
  void write(VirtualRange range, DataOutput out) throws IOException {
    for (long v = range.first(); v < range.end(); v++) {
      List<StreamLog> here = logs(v);
      if (here.isEmpty()) {
        throw new IllegalStateException("virtual node " + v + " of " + range + " is not here");
      }
      for (StreamLog log : here) {
        log.writeTo(out);
      }
    }
  }

  /** Reads the history of a range as {@link #write} wrote it, and continues it. */
  void assume(VirtualRange range, DataInput in) throws IOException {
    for (long v = range.first(); v < range.end(); v++) {
      StreamLog[] moved = new StreamLog[streams];
      for (int s = 0; s < streams; s++) {
        moved[s] = StreamLog.readFrom(in);
      }
      logs.put(v, moved);
    }
  }
}
