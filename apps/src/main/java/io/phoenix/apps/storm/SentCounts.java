package io.phoenix.apps.storm;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The sending ends of one node's streams: how many messages it sent to each virtual node. */
final class SentCounts {
  private final long[][] counts = new long[Streams.PER_NODE][StormSettings.SPACE];
  private long total;

  /** How many were sent on one stream; the next message has the number after that. */
  long get(long v, boolean urgent) {
    return counts[urgent ? 1 : 0][(int) v];
  }

  void onSent(long v, boolean urgent) {
    counts[urgent ? 1 : 0][(int) v]++;
    total++;
  }

  long total() {
    return total;
  }

  void writeTo(DataOutput out) throws IOException {
    for (long[] lane : counts) {
      for (long count : lane) {
        out.writeLong(count);
      }
    }
  }

  static SentCounts readFrom(DataInput in) throws IOException {
    var sent = new SentCounts();
    for (long[] lane : sent.counts) {
      for (int v = 0; v < lane.length; v++) {
        lane[v] = in.readLong();
        sent.total += lane[v];
      }
    }
    return sent;
  }
}
