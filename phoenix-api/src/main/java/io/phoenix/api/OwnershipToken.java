package io.phoenix.api;

import java.nio.ByteBuffer;

/**
 * The right to assume a range that another node has released. It travels with a migration and makes
 * the next owner's epoch higher than the last one's, so that everybody agrees who came later.
 *
 * @param range what was released
 * @param epoch the highest ownership epoch that the range had
 */
public record OwnershipToken(VirtualRange range, long epoch) {

  /** The length of {@link #toBytes()}. */
  public static final int BYTES = 3 * Long.BYTES;

  /** Checks the epoch. */
  public OwnershipToken {
    if (epoch < 0) {
      throw new IllegalArgumentException("epoch=" + epoch + " must not be negative");
    }
  }

  /** This token as bytes, to be put into a message. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .putLong(range.first())
        .putLong(range.end())
        .putLong(epoch)
        .array();
  }

  /**
   * Reads a token from {@link #BYTES} bytes of a buffer.
   *
   * @throws IllegalArgumentException if there are too few bytes, or they are no token
   */
  public static OwnershipToken from(ByteBuffer bytes) {
    if (bytes.remaining() < BYTES) {
      throw new IllegalArgumentException(
          "a token has " + BYTES + " bytes, but only " + bytes.remaining() + " are left");
    }
    return new OwnershipToken(VirtualRange.of(bytes.getLong(), bytes.getLong()), bytes.getLong());
  }
}
