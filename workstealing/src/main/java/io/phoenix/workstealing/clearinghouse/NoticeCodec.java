package io.phoenix.workstealing.clearinghouse;

import io.phoenix.workstealing.MemberStatistics;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.clearinghouse.Notice.Begin;
import io.phoenix.workstealing.clearinghouse.Notice.End;
import io.phoenix.workstealing.clearinghouse.Notice.LinesShown;
import io.phoenix.workstealing.clearinghouse.Notice.Outcome;
import io.phoenix.workstealing.clearinghouse.Notice.Printed;
import io.phoenix.workstealing.clearinghouse.Notice.Progress;
import io.phoenix.workstealing.clearinghouse.Notice.Refused;
import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;

/** Notices as bytes. */
public final class NoticeCodec {
  private static final int BEGIN = 1;
  private static final int END = 2;
  private static final int REFUSED = 3;
  private static final int PRINTED = 4;
  private static final int PROGRESS = 5;
  private static final int OUTCOME = 6;
  private static final int LINES_SHOWN = 7;

  private NoticeCodec() {}

  /** A notice as bytes. */
  public static byte[] encode(Notice notice) {
    var out = new ByteWriter();
    notice.dispatch(new Writer(out), 0);
    return out.toBytes();
  }

  /**
   * The notice of bytes.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static Notice decode(byte[] bytes) {
    var in = new ByteReader(bytes);
    int type = in.getByte();
    Notice notice =
        switch (type) {
          case BEGIN -> new Begin(in.getLong(), ClearinghouseCodec.readSpec(in), in.getLong());
          case END -> new End(in.getLong());
          case REFUSED -> new Refused(in.getLong(), in.getString());
          case LINES_SHOWN -> new LinesShown(in.getLong());
          case PRINTED ->
              new Printed(
                  in.getLong(), in.getLong(), in.getString(), ClearinghouseCodec.readLines(in));
          case PROGRESS ->
              new Progress(in.getLong(), in.getInt(), in.getInt(), SiteStatistics.read(in));
          case OUTCOME ->
              new Outcome(
                  in.getLong(),
                  in.getBoolean() ? in.getBytes() : null,
                  in.getString(),
                  in.getString(),
                  MemberStatistics.readAll(in));
          default -> throw new IllegalArgumentException("notice of type " + type);
        };
    in.expectEnd();
    return notice;
  }

  private record Writer(ByteWriter out) implements Notice.Handler {
    @Override
    public void onBegin(Begin m, long nowNs) {
      out.putByte(BEGIN).putLong(m.job());
      ClearinghouseCodec.writeSpec(m.spec(), out);
      out.putLong(m.visit());
    }

    @Override
    public void onEnd(End m, long nowNs) {
      out.putByte(END).putLong(m.job());
    }

    @Override
    public void onRefused(Refused m, long nowNs) {
      out.putByte(REFUSED).putLong(m.token()).putString(m.reason());
    }

    @Override
    public void onPrinted(Printed m, long nowNs) {
      out.putByte(PRINTED).putLong(m.token()).putLong(m.node()).putString(m.label());
      ClearinghouseCodec.writeLines(m.written(), out);
    }

    @Override
    public void onLinesShown(LinesShown m, long nowNs) {
      out.putByte(LINES_SHOWN).putLong(m.job());
    }

    @Override
    public void onProgress(Progress m, long nowNs) {
      out.putByte(PROGRESS).putLong(m.token()).putInt(m.nodes()).putInt(m.workers());
      m.did().write(out);
    }

    @Override
    public void onOutcome(Outcome m, long nowNs) {
      out.putByte(OUTCOME).putLong(m.token());
      byte[] result = m.result();
      out.putBoolean(result != null);
      if (result != null) {
        out.putBytes(result);
      }
      out.putString(m.failure()).putString(m.trace());
      MemberStatistics.writeAll(m.members(), out);
    }
  }
}
