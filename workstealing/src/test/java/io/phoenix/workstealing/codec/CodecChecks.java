package io.phoenix.workstealing.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;

/** What reading bytes of a peer promises. */
public final class CodecChecks {
  private static final int CHANGES = 2000;

  private CodecChecks() {}

  /**
   * What was written comes back, as far as its bytes tell. A beginning of them is refused, and so
   * are they with one more; bytes that were changed by chance are refused or read, but nothing else
   * happens.
   */
  public static <T> void check(
      T value, Function<T, byte[]> encode, Function<byte[], T> decode, boolean isWhole) {
    byte[] bytes = encode.apply(value);
    assertThat(encode.apply(decode.apply(bytes))).isEqualTo(bytes);
    if (isWhole) {
      for (int length = 0; length < bytes.length; length++) {
        byte[] part = Arrays.copyOf(bytes, length);
        assertThatIllegalArgumentException()
            .as("%d of %d bytes of %s", length, bytes.length, value)
            .isThrownBy(() -> decode.apply(part));
      }
      byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
      assertThatIllegalArgumentException().isThrownBy(() -> decode.apply(longer));
    }
    var random = new SplittableRandom(bytes.length);
    for (int i = 0; i < CHANGES; i++) {
      byte[] changed = bytes.clone();
      for (int n = 1 + random.nextInt(4); n > 0; n--) {
        changed[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      tryOut(changed, decode);
    }
  }

  /** Bytes are refused or read, but nothing else happens. */
  public static void tryOut(byte[] bytes, Function<byte[], ?> decode) {
    try {
      assertThat(decode.apply(bytes)).isNotNull();
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
  }
}
