package io.phoenix.migration.lock;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.LockMessage.Cleanup;
import io.phoenix.migration.lock.LockMessage.CleanupAck;
import io.phoenix.migration.lock.LockMessage.Fail1;
import io.phoenix.migration.lock.LockMessage.Fail2;
import io.phoenix.migration.lock.LockMessage.Lock2;
import io.phoenix.migration.lock.LockMessage.LockYouFirst;
import io.phoenix.migration.lock.LockMessage.Ok1;
import io.phoenix.migration.lock.LockMessage.Ok2;
import io.phoenix.migration.lock.LockMessage.Query;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Lock messages as bytes: a kind, the attempt, then what that kind has. */
public final class LockCodec {
  /** The length of an attempt. */
  public static final int ATTEMPT_BYTES = 2 * Long.BYTES;

  private static final int MAX_BYTES = 1 + ATTEMPT_BYTES + 2 * Long.BYTES + Double.BYTES + 1;

  private static final byte QUERY = 1;
  private static final byte LOCK_YOU_FIRST = 2;
  private static final byte LOCK2 = 3;
  private static final byte OK1 = 4;
  private static final byte OK2 = 5;
  private static final byte FAIL1 = 6;
  private static final byte FAIL2 = 7;
  private static final byte CLEANUP = 8;
  private static final byte CLEANUP_ACK = 9;

  private LockCodec() {}

  /** Writes a message. */
  public static byte[] encode(LockMessage m) {
    ByteBuffer b = ByteBuffer.allocate(MAX_BYTES);
    if (m instanceof Query) {
      begin(b, QUERY, m);
    } else if (m instanceof LockYouFirst f) {
      begin(b, LOCK_YOU_FIRST, m);
      putRange(b, f.interval());
    } else if (m instanceof Lock2 l) {
      begin(b, LOCK2, m);
      putRange(b, l.interval());
    } else if (m instanceof Ok1 o) {
      begin(b, OK1, m);
      putRange(b, o.interval());
      putStanding(b, o.standing());
    } else if (m instanceof Ok2 o) {
      begin(b, OK2, m);
      putStanding(b, o.standing());
    } else if (m instanceof Fail1) {
      begin(b, FAIL1, m);
    } else if (m instanceof Fail2) {
      begin(b, FAIL2, m);
    } else if (m instanceof Cleanup) {
      begin(b, CLEANUP, m);
    } else {
      begin(b, CLEANUP_ACK, m);
    }
    return Arrays.copyOf(b.array(), b.position());
  }

  /**
   * Reads a message.
   *
   * @throws RuntimeException if the bytes are none
   */
  public static LockMessage decode(ByteBuffer b) {
    byte kind = b.get();
    Attempt attempt = getAttempt(b);
    LockMessage message =
        switch (kind) {
          case QUERY -> new Query(attempt);
          case LOCK_YOU_FIRST -> new LockYouFirst(attempt, interval(b));
          case LOCK2 -> new Lock2(attempt, interval(b));
          case OK1 -> new Ok1(attempt, interval(b), getStanding(b));
          case OK2 -> new Ok2(attempt, getStanding(b));
          case FAIL1 -> new Fail1(attempt);
          case FAIL2 -> new Fail2(attempt);
          case CLEANUP -> new Cleanup(attempt);
          case CLEANUP_ACK -> new CleanupAck(attempt);
          default -> throw new IllegalArgumentException("no message is of kind " + kind);
        };
    checkEnd(b);
    return message;
  }

  private static void begin(ByteBuffer b, byte kind, LockMessage m) {
    b.put(kind);
    putAttempt(b, m.attempt());
  }

  /** Writes an attempt. */
  public static void putAttempt(ByteBuffer b, Attempt attempt) {
    b.putLong(attempt.initiator().value()).putLong(attempt.number());
  }

  /** Reads an attempt. */
  public static Attempt getAttempt(ByteBuffer b) {
    return new Attempt(new ResourceName(b.getLong()), b.getLong());
  }

  /** Writes a range, or none. */
  public static void putRange(ByteBuffer b, @Nullable VirtualRange range) {
    b.putLong(range == null ? 0 : range.first()).putLong(range == null ? 0 : range.end());
  }

  /** Reads a range, or none. */
  public static @Nullable VirtualRange getRange(ByteBuffer b) {
    long first = b.getLong();
    long end = b.getLong();
    return first == 0 && end == 0 ? null : VirtualRange.of(first, end);
  }

  /** Writes what a node tells of itself. */
  public static void putStanding(ByteBuffer b, Standing standing) {
    b.putDouble(standing.weight()).put((byte) (standing.leaving() ? 1 : 0));
  }

  /** Reads what a node tells of itself. */
  public static Standing getStanding(ByteBuffer b) {
    return new Standing(b.getDouble(), b.get() != 0);
  }

  /** Checks that a message has no more bytes than it should. */
  public static void checkEnd(ByteBuffer b) {
    if (b.hasRemaining()) {
      throw new IllegalArgumentException(b.remaining() + " bytes too many");
    }
  }

  private static VirtualRange interval(ByteBuffer b) {
    VirtualRange interval = getRange(b);
    if (interval == null) {
      throw new IllegalArgumentException("an interval without virtual nodes");
    }
    return interval;
  }
}
