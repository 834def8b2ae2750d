package io.phoenix.migration.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.OwnershipToken;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.LockCodec;
import io.phoenix.migration.transfer.TransferMessage.Abort;
import io.phoenix.migration.transfer.TransferMessage.Ask;
import io.phoenix.migration.transfer.TransferMessage.Assumed;
import io.phoenix.migration.transfer.TransferMessage.Credit;
import io.phoenix.migration.transfer.TransferMessage.Declined;
import io.phoenix.migration.transfer.TransferMessage.Handover;
import io.phoenix.migration.transfer.TransferMessage.Nothing;
import io.phoenix.migration.transfer.TransferMessage.Offer;
import io.phoenix.migration.transfer.TransferMessage.Take;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Transfer messages as bytes: a kind, the attempt, then what that kind has. */
public final class TransferCodec {
  /** Reasons are for people: what does not fit is cut off. */
  private static final int MAX_REASON = 1024;

  private static final int MAX_BYTES = 1 + LockCodec.ATTEMPT_BYTES + MAX_REASON + 64;

  private static final byte TAKE = 1;
  private static final byte NOTHING = 2;
  private static final byte OFFER = 3;
  private static final byte CREDIT = 4;
  private static final byte HANDOVER = 5;
  private static final byte ABORT = 6;
  private static final byte ASSUMED = 7;
  private static final byte DECLINED = 8;
  private static final byte ASK = 9;

  private TransferCodec() {}

  /** Writes a message. */
  public static byte[] encode(TransferMessage m) {
    ByteBuffer b = ByteBuffer.allocate(MAX_BYTES);
    if (m instanceof Take t) {
      begin(b, TAKE, m);
      LockCodec.putRange(b, t.interval());
      b.putDouble(t.weight());
    } else if (m instanceof Nothing n) {
      begin(b, NOTHING, m);
      putReason(b, n.reason());
    } else if (m instanceof Offer o) {
      begin(b, OFFER, m);
      LockCodec.putRange(b, o.range());
    } else if (m instanceof Credit c) {
      begin(b, CREDIT, m);
      b.putLong(c.bytes());
    } else if (m instanceof Handover h) {
      begin(b, HANDOVER, m);
      b.put(h.token().toBytes());
    } else if (m instanceof Abort a) {
      begin(b, ABORT, m);
      putReason(b, a.reason());
    } else if (m instanceof Assumed) {
      begin(b, ASSUMED, m);
    } else if (m instanceof Declined d) {
      begin(b, DECLINED, m);
      putReason(b, d.reason());
    } else {
      begin(b, ASK, m);
    }
    return Arrays.copyOf(b.array(), b.position());
  }

  /**
   * Reads a message.
   *
   * @throws RuntimeException if the bytes are none
   */
  public static TransferMessage decode(ByteBuffer b) {
    byte kind = b.get();
    Attempt attempt = LockCodec.getAttempt(b);
    TransferMessage message =
        switch (kind) {
          case TAKE -> new Take(attempt, LockCodec.getRange(b), b.getDouble());
          case NOTHING -> new Nothing(attempt, getReason(b));
          case OFFER -> new Offer(attempt, range(b));
          case CREDIT -> new Credit(attempt, credit(b.getLong()));
          case HANDOVER -> new Handover(attempt, OwnershipToken.from(b));
          case ABORT -> new Abort(attempt, getReason(b));
          case ASSUMED -> new Assumed(attempt);
          case DECLINED -> new Declined(attempt, getReason(b));
          case ASK -> new Ask(attempt);
          default -> throw new IllegalArgumentException("no message is of kind " + kind);
        };
    LockCodec.checkEnd(b);
    return message;
  }

  private static void begin(ByteBuffer b, byte kind, TransferMessage m) {
    b.put(kind);
    LockCodec.putAttempt(b, m.attempt());
  }

  private static long credit(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("credit=" + bytes + " must not be negative");
    }
    return bytes;
  }

  private static VirtualRange range(ByteBuffer b) {
    VirtualRange range = LockCodec.getRange(b);
    if (range == null) {
      throw new IllegalArgumentException("an offer of no range");
    }
    return range;
  }

  private static void putReason(ByteBuffer b, String reason) {
    byte[] bytes = reason.getBytes(UTF_8);
    int length = Math.min(bytes.length, MAX_REASON);
    b.putShort((short) length).put(bytes, 0, length);
  }

  private static String getReason(ByteBuffer b) {
    int length = b.getShort();
    if (length < 0 || length > MAX_REASON) {
      throw new IllegalArgumentException("a reason of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    b.get(bytes);
    return new String(bytes, UTF_8);
  }
}
