package io.phoenix.workstealing.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes to which values are appended; what it writes, {@link ByteReader} reads. */
public final class ByteWriter {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes;
  private int length;

  /** Empty. */
  public ByteWriter() {
    bytes = new byte[64];
  }

  /** How many bytes have been written. */
  public int length() {
    return length;
  }

  /** A copy of what has been written. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  /** A copy of some of what has been written. */
  public byte[] slice(int offset, int count) {
    return Arrays.copyOfRange(bytes, offset, offset + count);
  }

  /** The four bytes at a place, as they were written by {@link #putInt}. */
  public int getInt(int offset) {
    return (int) INTS.get(bytes, offset);
  }

  /** Empties it. */
  public void clear() {
    length = 0;
  }

  /** Writes the lowest eight bits. */
  public ByteWriter putByte(int value) {
    makeRoom(1);
    bytes[length++] = (byte) value;
    return this;
  }

  /** Writes a truth value, as one byte. */
  public ByteWriter putBoolean(boolean value) {
    return putByte(value ? 1 : 0);
  }

  /** Writes four bytes. */
  public ByteWriter putInt(int value) {
    makeRoom(Integer.BYTES);
    INTS.set(bytes, length, value);
    length += Integer.BYTES;
    return this;
  }

  /** Writes eight bytes. */
  public ByteWriter putLong(long value) {
    makeRoom(Long.BYTES);
    LONGS.set(bytes, length, value);
    length += Long.BYTES;
    return this;
  }

  /** Writes eight bytes, bit for bit. */
  public ByteWriter putDouble(double value) {
    return putLong(Double.doubleToRawLongBits(value));
  }

  /** Writes the length, then the bytes. */
  public ByteWriter putBytes(byte[] value) {
    putInt(value.length);
    return putRaw(value, 0, value.length);
  }

  /** Writes bytes without their number, for a reader that knows it. */
  public ByteWriter putRaw(byte[] value, int offset, int count) {
    makeRoom(count);
    System.arraycopy(value, offset, bytes, length, count);
    length += count;
    return this;
  }

  /** Writes the length in bytes, then the string as UTF-8. */
  public ByteWriter putString(String value) {
    return putBytes(value.getBytes(UTF_8));
  }

  /** Writes the number of elements, then each. */
  public ByteWriter putLongs(long[] value) {
    putInt(value.length);
    for (long element : value) {
      putLong(element);
    }
    return this;
  }

  /** Writes the number of elements, then each. */
  public ByteWriter putInts(int[] value) {
    putInt(value.length);
    for (int element : value) {
      putInt(element);
    }
    return this;
  }

  private void makeRoom(int more) {
    if (bytes.length - length < more) {
      long wanted = Math.max(2L * bytes.length, (long) length + more);
      if ((long) length + more > Integer.MAX_VALUE - 8) {
        throw new IllegalStateException("more than 2 GiB in one message");
      }
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
    }
  }
}
