package io.phoenix.apps.storm;

import io.phoenix.api.VirtualRange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The receiving ends of all streams to the virtual nodes that one node assumes. {@link #release}
 * and {@link #assume} move them with the virtual nodes, so that one unbroken history of each stream
 * is checked although several nodes receive parts of it.
 */
final class OrderChecker {
  /** By virtual node, then by stream; the numbers of senders may be far apart. */
  private final Map<Long, SortedMap<Integer, StreamLog>> logs = new HashMap<>();

  private long duplicated;
  private long outOfOrder;
  private long misplaced;

  /** Begins the history of virtual nodes that have received nothing yet. */
  void begin(VirtualRange range) {
    for (long v = range.first(); v < range.end(); v++) {
      logs.put(v, new TreeMap<>());
    }
  }

  /**
   * Checks a delivery; {@code true} if the message has not come before and belongs here.
   *
   * @param problems is told what is wrong, if anything is
   */
  boolean onDelivery(long v, int stream, long number, Collection<String> problems) {
    SortedMap<Integer, StreamLog> here = logs.get(v);
    if (here == null) {
      onMisplaced(v, stream, number, problems);
      return false;
    }
    StreamLog log = here.computeIfAbsent(stream, unseen -> new StreamLog());
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

  /** A message came to a node that does not assume its virtual node. */
  void onMisplaced(long v, int stream, long number, Collection<String> problems) {
    misplaced++;
    problems.add("misplaced: " + describe(v, stream, number) + " came to a node without it");
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

  /** The receiving end of a stream; {@code null} if nothing of it came here. */
  @Nullable StreamLog log(long v, int stream) {
    SortedMap<Integer, StreamLog> here = logs.get(v);
    return here == null ? null : here.get(stream);
  }

  // ── moving ──────────────────────────────────────────────────────────────────────────────────

  /** Writes the history of a range and forgets it. */
  void release(VirtualRange range, DataOutput out) throws IOException {
    write(range, out);
    discard(range);
  }

  /** Forgets the history of a range. */
  void discard(VirtualRange range) {
    for (long v = range.first(); v < range.end(); v++) {
      logs.remove(v);
    }
  }

  /** Writes the history of a range, which must be here. */
  void write(VirtualRange range, DataOutput out) throws IOException {
    for (long v = range.first(); v < range.end(); v++) {
      write(v, out);
    }
  }

  /** Writes the history of a virtual node, which must be here. */
  void write(long v, DataOutput out) throws IOException {
    SortedMap<Integer, StreamLog> here = logs.get(v);
    if (here == null) {
      throw new IllegalStateException("virtual node " + v + " is not here");
    }
    Varint.write(here.size(), out);
    int last = 0;
    for (Map.Entry<Integer, StreamLog> one : here.entrySet()) {
      Varint.write(one.getKey() - last, out);
      last = one.getKey();
      one.getValue().writeTo(out);
    }
  }

  /** Reads the history of a range as {@link #write} wrote it, and continues it. */
  void assume(VirtualRange range, DataInput in) throws IOException {
    for (long v = range.first(); v < range.end(); v++) {
      read(v, in);
    }
  }

  /** Reads the history of a virtual node as {@link #write} wrote it, and continues it. */
  void read(long v, DataInput in) throws IOException {
    SortedMap<Integer, StreamLog> here = new TreeMap<>();
    logs.put(v, here);
    long count = Varint.read(in);
    int stream = 0;
    for (long i = 0; i < count; i++) {
      stream += (int) Varint.read(in);
      here.put(stream, StreamLog.readFrom(in));
    }
  }

  /** How many virtual nodes there is a history of. */
  int size() {
    return logs.size();
  }

  /** Continues the histories that another one has. */
  void adopt(OrderChecker other) {
    logs.putAll(other.logs);
  }
}
