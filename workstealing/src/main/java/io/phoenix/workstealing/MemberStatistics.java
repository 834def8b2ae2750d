package io.phoenix.workstealing;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * What one node did for a job.
 *
 * @param node its own name
 * @param label what people call it
 * @param workers how many worker threads it has
 * @param present whether it still takes part
 * @param did what it did
 */
public record MemberStatistics(
    long node, String label, int workers, boolean present, SiteStatistics did) {
  private static final int LEAST_BYTES = Long.BYTES + 2 * Integer.BYTES + 1 + SiteStatistics.BYTES;

  /** What several nodes did together. */
  public static SiteStatistics total(List<MemberStatistics> members) {
    return members.stream()
        .map(MemberStatistics::did)
        .reduce(SiteStatistics.NONE, SiteStatistics::plus);
  }

  /** Writes several. */
  public static void writeAll(List<MemberStatistics> members, ByteWriter out) {
    out.putInt(members.size());
    for (MemberStatistics member : members) {
      out.putLong(member.node).putString(member.label).putInt(member.workers);
      out.putBoolean(member.present);
      member.did.write(out);
    }
  }

  /** Reads what {@link #writeAll} wrote. */
  public static List<MemberStatistics> readAll(ByteReader in) {
    int count = in.getCount(LEAST_BYTES);
    List<MemberStatistics> members = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      members.add(
          new MemberStatistics(
              in.getLong(), in.getString(), in.getInt(), in.getBoolean(), SiteStatistics.read(in)));
    }
    return members;
  }
}
