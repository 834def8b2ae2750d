package io.phoenix.apps.storm;

import io.phoenix.api.Message;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A message of the storm: its place in its stream, and filler that shows if a byte was damaged,
 * lost or mixed up on the way.
 *
 * @param stream which stream it belongs to
 * @param number its number in that stream, from 1
 */
public record HopMessage(int stream, long number) {
  /** The smallest message. */
  public static final int HEADER_BYTES = Integer.BYTES + Long.BYTES + Long.BYTES;

  /** The largest message. */
  public static final int MAX_BYTES = 1 << 20;

  /** The filler of a message is a piece of this; which one depends on the message's number. */
  private static final byte[] PATTERN = new byte[2 * MAX_BYTES];

  static {
    new SplittableRandom(1).nextBytes(PATTERN);
  }

  /** The payload of a message to virtual node {@code v}. */
  public byte[] toPayload(long v, int bytes) {
    byte[] payload = new byte[bytes];
    ByteBuffer.wrap(payload).putInt(stream).putLong(number).putLong(v);
    int filler = bytes - HEADER_BYTES;
    System.arraycopy(PATTERN, offset(), payload, HEADER_BYTES, filler);
    return payload;
  }

  /** Reads a message; {@code null} if it is not as it was sent. */
  public static @Nullable HopMessage from(Message message) {
    byte[] payload = message.payload();
    if (payload.length < HEADER_BYTES || payload.length > MAX_BYTES) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(payload);
    var hop = new HopMessage(in.getInt(), in.getLong());
    boolean intact =
        hop.stream >= 0
            && hop.stream < Streams.MAX
            && hop.number > 0
            && in.getLong() == message.to()
            && Arrays.equals(
                payload,
                HEADER_BYTES,
                payload.length,
                PATTERN,
                hop.offset(),
                hop.offset() + payload.length - HEADER_BYTES);
    return intact ? hop : null;
  }

  private int offset() {
    return (int) Math.floorMod(number * 7919 + stream, (long) MAX_BYTES);
  }
}
