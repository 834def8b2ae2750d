package io.phoenix.apps.storm;

import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * All that one node knows at the end of the storm.
 *
 * @param index which node it is
 * @param stats its counters
 * @param sent how many messages it sent to each virtual node
 * @param assumed the virtual nodes that ended up here
 * @param checker the receiving ends of their streams
 * @param problems descriptions of the first things that went wrong
 */
record StormReport(
    int index,
    StormStats stats,
    SentCounts sent,
    VirtualRangeSet assumed,
    OrderChecker checker,
    List<String> problems) {

  /** Copies the list. */
  StormReport {
    problems = List.copyOf(problems);
  }

  /** This report as one line of text. */
  String toLine() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(index);
      out.writeUTF(stats.toLine());
      sent.writeTo(out);
      out.writeInt(assumed.ranges().size());
      for (VirtualRange range : assumed.ranges()) {
        out.writeLong(range.first());
        out.writeLong(range.end());
        checker.write(range, out);
      }
      out.writeInt(problems.size());
      for (String problem : problems) {
        out.writeUTF(problem);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /** Reads what {@link #toLine} wrote. */
  static StormReport fromLine(String line) {
    byte[] bytes = Base64.getDecoder().decode(line);
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int index = in.readInt();
      StormStats stats = StormStats.fromLine(in.readUTF());
      SentCounts sent = SentCounts.readFrom(in);
      var checker = new OrderChecker();
      var ranges = new ArrayList<VirtualRange>();
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        VirtualRange range = VirtualRange.of(in.readLong(), in.readLong());
        checker.assume(range, in);
        ranges.add(range);
      }
      var problems = new ArrayList<String>();
      count = in.readInt();
      for (int i = 0; i < count; i++) {
        problems.add(in.readUTF());
      }
      return new StormReport(index, stats, sent, VirtualRangeSet.of(ranges), checker, problems);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
