package io.phoenix.apps.table;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * How keys or values are written as bytes. Keys are equal if their bytes are: equal keys must have
 * equal bytes on all nodes.
 */
public interface Codec<T> {

  /** Writes a value. */
  byte[] encode(T value);

  /** Reads what {@link #encode} wrote. */
  T decode(byte[] bytes);

  /** Strings, as UTF-8. */
  static Codec<String> strings() {
    return new Codec<>() {
      @Override
      public byte[] encode(String value) {
        return value.getBytes(UTF_8);
      }

      @Override
      public String decode(byte[] bytes) {
        return new String(bytes, UTF_8);
      }
    };
  }
}
