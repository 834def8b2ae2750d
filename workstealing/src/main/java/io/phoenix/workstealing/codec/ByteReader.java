package io.phoenix.workstealing.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * Reads what a {@link ByteWriter} wrote. Whatever the bytes are, it reads within them, or throws an
 * {@link IllegalArgumentException}.
 */
public final class ByteReader {
  private final ByteBuffer bytes;

  /** Reads {@code bytes} from their beginning. */
  public ByteReader(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  /** How many bytes have not been read. */
  public int remaining() {
    return bytes.remaining();
  }

  /**
   * Says that all should have been read.
   *
   * @throws IllegalArgumentException if bytes are left
   */
  public void expectEnd() {
    if (bytes.hasRemaining()) {
      throw new IllegalArgumentException(bytes.remaining() + " bytes too many");
    }
  }

  /** Reads one byte, as a number from -128 to 127. */
  public byte getByte() {
    need(1);
    return bytes.get();
  }

  /** Reads a truth value. */
  public boolean getBoolean() {
    byte value = getByte();
    if (value != 0 && value != 1) {
      throw new IllegalArgumentException(value + " is no truth value");
    }
    return value == 1;
  }

  /** Reads four bytes. */
  public int getInt() {
    need(Integer.BYTES);
    return bytes.getInt();
  }

  /** Reads eight bytes. */
  public long getLong() {
    need(Long.BYTES);
    return bytes.getLong();
  }

  /** Reads eight bytes, bit for bit. */
  public double getDouble() {
    return Double.longBitsToDouble(getLong());
  }

  /** Reads a number of elements of at least {@code elementBytes} each: there are bytes for them. */
  public int getCount(int elementBytes) {
    int count = getInt();
    if (count < 0 || count > bytes.remaining() / elementBytes) {
      throw new IllegalArgumentException(
          count + " elements of " + elementBytes + " bytes in " + bytes.remaining() + " bytes");
    }
    return count;
  }

  /** Reads bytes that were written with their length. */
  public byte[] getBytes() {
    return getRaw(getCount(1));
  }

  /** Reads this many bytes. */
  public byte[] getRaw(int count) {
    need(count);
    byte[] value = new byte[count];
    bytes.get(value);
    return value;
  }

  /** Reads a string. */
  public String getString() {
    return new String(getBytes(), UTF_8);
  }

  /** Reads an array. */
  public long[] getLongs() {
    long[] value = new long[getCount(Long.BYTES)];
    bytes.asLongBuffer().get(value);
    bytes.position(bytes.position() + Long.BYTES * value.length);
    return value;
  }

  /** Reads an array. */
  public int[] getInts() {
    int[] value = new int[getCount(Integer.BYTES)];
    bytes.asIntBuffer().get(value);
    bytes.position(bytes.position() + Integer.BYTES * value.length);
    return value;
  }

  private void need(int count) {
    if (count < 0 || bytes.remaining() < count) {
      throw new IllegalArgumentException(
          count + " bytes expected, " + bytes.remaining() + " are left",
          new BufferUnderflowException());
    }
  }
}
