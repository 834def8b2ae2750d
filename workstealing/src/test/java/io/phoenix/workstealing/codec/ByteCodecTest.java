package io.phoenix.workstealing.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What is written is read again; what is cut off or made up is refused. */
class ByteCodecTest {
  private static final long[] NUMBERS = {1, -2, Long.MAX_VALUE};

  private static byte[] written() {
    return new ByteWriter()
        .putByte(-7)
        .putBoolean(true)
        .putInt(Integer.MIN_VALUE)
        .putLong(Long.MAX_VALUE)
        .putDouble(Math.PI)
        .putString("größer")
        .putBytes(new byte[] {1, 2, 3})
        .putLongs(NUMBERS)
        .putInts(new int[] {4, 5})
        .toBytes();
  }

  private static void read(byte[] bytes) {
    var in = new ByteReader(bytes);
    assertThat(in.getByte()).isEqualTo((byte) -7);
    assertThat(in.getBoolean()).isTrue();
    assertThat(in.getInt()).isEqualTo(Integer.MIN_VALUE);
    assertThat(in.getLong()).isEqualTo(Long.MAX_VALUE);
    assertThat(in.getDouble()).isEqualTo(Math.PI);
    assertThat(in.getString()).isEqualTo("größer");
    assertThat(in.getBytes()).containsExactly(1, 2, 3);
    assertThat(in.getLongs()).containsExactly(NUMBERS);
    assertThat(in.getInts()).containsExactly(4, 5);
    in.expectEnd();
  }

  @Test
  void readsWhatWasWritten() {
    read(written());
  }

  @Test
  void refusesWhatIsCutOffAnywhere() {
    byte[] whole = written();
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatIllegalArgumentException().isThrownBy(() -> read(part));
    }
  }

  @Test
  void refusesMoreThanIsExpected() {
    byte[] longer = Arrays.copyOf(written(), written().length + 1);
    assertThatIllegalArgumentException().isThrownBy(() -> read(longer));
  }

  @Property
  void makesNoArrayForMoreElementsThanThereAreBytes(@ForAll int count) {
    byte[] bytes = new ByteWriter().putInt(count).putLong(0).toBytes();
    if (count < 0 || count > 1) {
      assertThatIllegalArgumentException().isThrownBy(() -> new ByteReader(bytes).getLongs());
    }
    if (count < 0 || count > 8) {
      assertThatIllegalArgumentException().isThrownBy(() -> new ByteReader(bytes).getBytes());
    }
  }

  @Test
  void codecsOfCommonTypesReadWhatTheyWrote() {
    assertThat(Codec.longs().decode(Codec.longs().encode(5L))).isEqualTo(5);
    assertThat(Codec.ints().decode(Codec.ints().encode(-5))).isEqualTo(-5);
    assertThat(Codec.doubles().decode(Codec.doubles().encode(0.5))).isEqualTo(0.5);
    assertThat(Codec.strings().decode(Codec.strings().encode("ab"))).isEqualTo("ab");
    assertThat(Codec.bytes().decode(Codec.bytes().encode(new byte[] {9}))).containsExactly(9);
    assertThat(Codec.longArrays().decode(Codec.longArrays().encode(NUMBERS)))
        .containsExactly(NUMBERS);
  }
}
