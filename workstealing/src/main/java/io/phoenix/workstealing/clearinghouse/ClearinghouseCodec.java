package io.phoenix.workstealing.clearinghouse;

import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Cancel;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Failed;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Lines;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Register;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Submit;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Unregister;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.WorkDone;
import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/** Messages to the clearinghouse as bytes. */
public final class ClearinghouseCodec {
  private static final int REGISTER = 1;
  private static final int UNREGISTER = 2;
  private static final int SUBMIT = 3;
  private static final int CANCEL = 4;
  private static final int WORK_DONE = 5;
  private static final int LINES = 6;
  private static final int FAILED = 7;

  private ClearinghouseCodec() {}

  /** A message as bytes. */
  public static byte[] encode(ClearinghouseMessage message) {
    var out = new ByteWriter();
    message.dispatch(0, new Writer(out), 0);
    return out.toBytes();
  }

  /**
   * The message of bytes.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static ClearinghouseMessage decode(byte[] bytes) {
    var in = new ByteReader(bytes);
    int type = in.getByte();
    ClearinghouseMessage message =
        switch (type) {
          case REGISTER -> new Register(in.getLong(), in.getString(), in.getInt());
          case UNREGISTER -> new Unregister(in.getLong(), SiteStatistics.read(in));
          case SUBMIT -> new Submit(in.getLong(), readSpec(in));
          case CANCEL -> new Cancel(in.getLong());
          case WORK_DONE -> new WorkDone(in.getLong(), SiteStatistics.read(in), in.getBoolean());
          case LINES -> readLines(in);
          case FAILED -> new Failed(in.getLong(), in.getString(), in.getString());
          default -> throw new IllegalArgumentException("clearinghouse message of type " + type);
        };
    in.expectEnd();
    return message;
  }

  /** Writes a job specification. */
  public static void writeSpec(JobSpec spec, ByteWriter out) {
    out.putString(spec.application()).putString(spec.policy());
    writeStrings(spec.arguments(), out);
  }

  /** Reads what {@link #writeSpec} wrote. */
  public static JobSpec readSpec(ByteReader in) {
    String application = in.getString();
    String policy = in.getString();
    return new JobSpec(application, readStrings(in), policy);
  }

  static void writeLines(Lines lines, ByteWriter out) {
    out.putLong(lines.job());
    writeStrings(lines.lines(), out);
    out.putLong(lines.dropped());
  }

  static Lines readLines(ByteReader in) {
    return new Lines(in.getLong(), readStrings(in), in.getLong());
  }

  private static void writeStrings(List<String> strings, ByteWriter out) {
    out.putInt(strings.size());
    strings.forEach(out::putString);
  }

  private static List<String> readStrings(ByteReader in) {
    int count = in.getCount(Integer.BYTES);
    List<String> strings = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      strings.add(in.getString());
    }
    return strings;
  }

  private record Writer(ByteWriter out) implements ClearinghouseMessage.Handler {
    @Override
    public void onRegister(long sender, Register m, long nowNs) {
      out.putByte(REGISTER).putLong(m.visit()).putString(m.label()).putInt(m.workers());
    }

    @Override
    public void onUnregister(long sender, Unregister m, long nowNs) {
      out.putByte(UNREGISTER).putLong(m.job());
      m.did().write(out);
    }

    @Override
    public void onSubmit(long sender, Submit m, long nowNs) {
      out.putByte(SUBMIT).putLong(m.token());
      writeSpec(m.spec(), out);
    }

    @Override
    public void onCancel(long sender, Cancel m, long nowNs) {
      out.putByte(CANCEL).putLong(m.token());
    }

    @Override
    public void onWorkDone(long sender, WorkDone m, long nowNs) {
      out.putByte(WORK_DONE).putLong(m.job());
      m.did().write(out);
      out.putBoolean(m.inAll());
    }

    @Override
    public void onLines(long sender, Lines m, long nowNs) {
      out.putByte(LINES);
      writeLines(m, out);
    }

    @Override
    public void onFailed(long sender, Failed m, long nowNs) {
      out.putByte(FAILED).putLong(m.job()).putString(m.cause()).putString(m.trace());
    }
  }
}
