package io.phoenix.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.workstealing.codec.Codec;
import java.util.Arrays;

/** What every codec promises. */
public final class CodecChecks {
  private CodecChecks() {}

  /**
   * The value comes back, as far as its bytes tell; a beginning of its bytes is no value, and
   * neither are they with one more.
   */
  public static <T> T check(Codec<T> codec, T value) {
    byte[] bytes = codec.encode(value);
    T read = codec.decode(bytes);
    assertThat(codec.encode(read)).isEqualTo(bytes);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> codec.decode(cut))
          .as("%d of %d bytes", length, bytes.length)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> codec.decode(Arrays.copyOf(bytes, bytes.length + 1)))
        .isInstanceOf(IllegalArgumentException.class);
    return read;
  }
}
