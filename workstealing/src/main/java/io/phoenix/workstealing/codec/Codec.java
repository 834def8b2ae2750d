package io.phoenix.workstealing.codec;

import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Writes values of a type as bytes, and reads them again on another node.
 *
 * <pre>{@code
 * record Board(int size, long queens) {
 *   static final Codec<Board> CODEC =
 *       Codec.of(
 *           (board, out) -> out.putInt(board.size).putLong(board.queens),
 *           in -> new Board(in.getInt(), in.getLong()));
 * }
 * }</pre>
 *
 * <p>{@code read} must read exactly what {@code write} wrote, one byte at least, and throw a {@link
 * RuntimeException} for bytes that are no value. Both may be called on any thread.
 */
public interface Codec<T> {

  /** Writes a value. */
  void write(T value, ByteWriter out);

  /** Reads what {@link #write} wrote. */
  T read(ByteReader in);

  /** A codec of two functions. */
  static <T> Codec<T> of(BiConsumer<T, ByteWriter> writing, Function<ByteReader, T> reading) {
    return new Codec<>() {
      @Override
      public void write(T value, ByteWriter out) {
        writing.accept(value, out);
      }

      @Override
      public T read(ByteReader in) {
        return reading.apply(in);
      }
    };
  }

  /** Numbers of 64 bits. */
  static Codec<Long> longs() {
    return of((value, out) -> out.putLong(value), ByteReader::getLong);
  }

  /** Numbers of 32 bits. */
  static Codec<Integer> ints() {
    return of((value, out) -> out.putInt(value), ByteReader::getInt);
  }

  /** Floating-point numbers. */
  static Codec<Double> doubles() {
    return of((value, out) -> out.putDouble(value), ByteReader::getDouble);
  }

  /** Strings, as UTF-8. */
  static Codec<String> strings() {
    return of((value, out) -> out.putString(value), ByteReader::getString);
  }

  /** Bytes as they are. */
  static Codec<byte[]> bytes() {
    return of((value, out) -> out.putBytes(value), ByteReader::getBytes);
  }

  /** Arrays of numbers, such as histograms. */
  static Codec<long[]> longArrays() {
    return of((value, out) -> out.putLongs(value), ByteReader::getLongs);
  }

  /** A value as bytes. */
  default byte[] encode(T value) {
    var out = new ByteWriter();
    write(value, out);
    return out.toBytes();
  }

  /**
   * The value of bytes.
   *
   * @throws IllegalArgumentException if they are no value, or more than one
   */
  default T decode(byte[] bytes) {
    var in = new ByteReader(bytes);
    T value = read(in);
    in.expectEnd();
    return value;
  }
}
