package io.phoenix.apps.table;

import io.phoenix.apps.table.TableMessage.Answer;
import io.phoenix.apps.table.TableMessage.Balance;
import io.phoenix.apps.table.TableMessage.Count;
import io.phoenix.apps.table.TableMessage.Done;
import io.phoenix.apps.table.TableMessage.Get;
import io.phoenix.apps.table.TableMessage.Put;
import io.phoenix.apps.table.TableMessage.Remove;
import io.phoenix.apps.table.TableMessage.Request;
import io.phoenix.apps.table.TableMessage.Step;
import io.phoenix.apps.table.TableMessage.Value;
import java.nio.ByteBuffer;

/** Messages as bytes: a kind, the number of the question, then what that kind has. */
final class TableCodec {
  private static final byte PUT = 1;
  private static final byte GET = 2;
  private static final byte REMOVE = 3;
  private static final byte COUNT = 4;
  private static final byte BALANCE = 5;
  private static final byte DONE = 6;
  private static final byte VALUE = 7;
  private static final byte NO_VALUE = 8;
  private static final byte STEP = 9;

  private static final int HEADER_BYTES = 1 + Long.BYTES;

  private TableCodec() {}

  static byte[] encode(TableMessage m) {
    if (m instanceof Put put) {
      return begin(PUT, m, Integer.BYTES + put.key().length + put.value().length)
          .putInt(put.key().length)
          .put(put.key())
          .put(put.value())
          .array();
    } else if (m instanceof Get get) {
      return begin(GET, m, get.key().length).put(get.key()).array();
    } else if (m instanceof Remove remove) {
      return begin(REMOVE, m, remove.key().length).put(remove.key()).array();
    } else if (m instanceof Count) {
      return begin(COUNT, m, 0).array();
    } else if (m instanceof Balance) {
      return begin(BALANCE, m, 0).array();
    } else if (m instanceof Done done) {
      return begin(DONE, m, 1).put((byte) (done.existed() ? 1 : 0)).array();
    } else if (m instanceof Value value) {
      byte[] found = value.value();
      return found == null
          ? begin(NO_VALUE, m, 0).array()
          : begin(VALUE, m, found.length).put(found).array();
    } else if (m instanceof Step step) {
      return begin(STEP, m, 2 * Long.BYTES).putLong(step.end()).putLong(step.number()).array();
    }
    throw new AssertionError("unreachable: " + m);
  }

  private static ByteBuffer begin(byte kind, TableMessage m, int more) {
    return ByteBuffer.allocate(Math.addExact(HEADER_BYTES, more)).put(kind).putLong(m.id());
  }

  /**
   * Reads a request.
   *
   * @throws RuntimeException if the bytes are none
   */
  static Request request(ByteBuffer b) {
    byte kind = b.get();
    long id = b.getLong();
    Request request =
        switch (kind) {
          case PUT -> new Put(id, getBytes(b, b.getInt()), rest(b));
          case GET -> new Get(id, rest(b));
          case REMOVE -> new Remove(id, rest(b));
          case COUNT -> new Count(id);
          case BALANCE -> new Balance(id);
          default -> throw new IllegalArgumentException("no request is of kind " + kind);
        };
    checkEnd(b);
    return request;
  }

  /**
   * Reads an answer.
   *
   * @throws RuntimeException if the bytes are none
   */
  static Answer answer(ByteBuffer b) {
    byte kind = b.get();
    long id = b.getLong();
    Answer answer =
        switch (kind) {
          case DONE -> new Done(id, b.get() != 0);
          case VALUE -> new Value(id, rest(b));
          case NO_VALUE -> new Value(id, null);
          case STEP -> new Step(id, b.getLong(), b.getLong());
          default -> throw new IllegalArgumentException("no answer is of kind " + kind);
        };
    checkEnd(b);
    return answer;
  }

  private static void checkEnd(ByteBuffer b) {
    if (b.hasRemaining()) {
      throw new IllegalArgumentException(b.remaining() + " bytes too many");
    }
  }

  private static byte[] rest(ByteBuffer b) {
    return getBytes(b, b.remaining());
  }

  /** So many bytes, which a peer says there are. */
  static byte[] getBytes(ByteBuffer b, int length) {
    if (length < 0 || length > b.remaining()) {
      throw new IllegalArgumentException(
          "length=" + length + " must be in 0.." + b.remaining() + ", as so many bytes are left");
    }
    byte[] bytes = new byte[length];
    b.get(bytes);
    return bytes;
  }
}
