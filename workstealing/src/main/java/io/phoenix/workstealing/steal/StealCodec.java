package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.StealMessage.Abort;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.StealMessage.Result;
import java.util.ArrayList;
import java.util.List;

/** Steal messages as bytes. */
public final class StealCodec {
  private static final int REQUEST = 1;
  private static final int ANSWER = 2;
  private static final int RESULT = 3;
  private static final int ABORT = 4;
  private static final int GIVEN_BYTES = StealId.BYTES + Long.BYTES + 2 * Integer.BYTES;

  private StealCodec() {}

  /** A message as bytes. */
  public static byte[] encode(StealMessage message) {
    var out = new ByteWriter();
    message.dispatch(new Writer(out), 0);
    return out.toBytes();
  }

  /**
   * The message of bytes.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static StealMessage decode(byte[] bytes) {
    var in = new ByteReader(bytes);
    int type = in.getByte();
    long job = in.getLong();
    long to = in.getLong();
    StealId id = StealId.read(in);
    StealMessage message =
        switch (type) {
          case REQUEST -> new Request(job, to, id, in.getLong(), PeerInfo.readAll(in));
          case ANSWER -> new Answer(job, to, id, given(in), PeerInfo.readAll(in));
          case RESULT -> new Result(job, to, id, in.getBytes(), PeerInfo.readAll(in));
          case ABORT -> new Abort(job, to, id);
          default -> throw new IllegalArgumentException("steal message of type " + type);
        };
    in.expectEnd();
    return message;
  }

  private static List<GivenTask> given(ByteReader in) {
    int count = in.getCount(GIVEN_BYTES);
    List<GivenTask> given = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      given.add(new GivenTask(StealId.read(in), in.getLong(), in.getInt(), in.getBytes()));
    }
    return given;
  }

  private record Writer(ByteWriter out) implements StealMessage.Handler {
    private void begin(int type, StealMessage m, StealId id) {
      out.putByte(type).putLong(m.job()).putLong(m.to());
      id.write(out);
    }

    @Override
    public void onRequest(Request m, long nowNs) {
      begin(REQUEST, m, m.id());
      out.putLong(m.thief());
      PeerInfo.writeAll(m.news(), out);
    }

    @Override
    public void onAnswer(Answer m, long nowNs) {
      begin(ANSWER, m, m.id());
      out.putInt(m.given().size());
      for (GivenTask task : m.given()) {
        task.id().write(out);
        out.putLong(task.victim()).putInt(task.level()).putBytes(task.problem());
      }
      PeerInfo.writeAll(m.news(), out);
    }

    @Override
    public void onResult(Result m, long nowNs) {
      begin(RESULT, m, m.id());
      out.putBytes(m.result());
      PeerInfo.writeAll(m.news(), out);
    }

    @Override
    public void onAbort(Abort m, long nowNs) {
      begin(ABORT, m, m.id());
    }
  }
}
