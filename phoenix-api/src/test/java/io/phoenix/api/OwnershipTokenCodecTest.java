package io.phoenix.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class OwnershipTokenCodecTest {
  private final OwnershipToken token = new OwnershipToken(VirtualRange.of(256, 512), 7);

  @Property(tries = 300)
  void whatIsWrittenIsReadAgain(
      @ForAll @LongRange(min = 0, max = (1L << 62) - 1) long a,
      @ForAll @LongRange(min = 1, max = 1L << 62) long b,
      @ForAll @LongRange(min = 0) long epoch) {
    long end = Math.max(a + 1, b);
    OwnershipToken made = new OwnershipToken(VirtualRange.of(a, end), epoch);
    ByteBuffer bytes = ByteBuffer.wrap(made.toBytes());
    assertThat(OwnershipToken.from(bytes)).isEqualTo(made);
    assertThat(bytes.hasRemaining()).isFalse();
  }

  @Example
  void whatFollowsIsLeftForTheCaller() {
    ByteBuffer state = ByteBuffer.allocate(100).put(token.toBytes()).putInt(42).flip();
    assertThat(OwnershipToken.from(state)).isEqualTo(token);
    assertThat(state.getInt()).isEqualTo(42);
  }

  @Example
  void truncationIsFoundAtEveryByte() {
    for (int length = 0; length < OwnershipToken.BYTES; length++) {
      ByteBuffer part = ByteBuffer.wrap(token.toBytes(), 0, length);
      assertThatThrownBy(() -> OwnershipToken.from(part))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a token has 24 bytes, but only %d are left", length);
    }
  }

  @Example
  void bytesThatAreNoTokenAreRefused() {
    ByteBuffer backwards = ByteBuffer.allocate(24).putLong(9).putLong(3).putLong(1).flip();
    assertThatThrownBy(() -> OwnershipToken.from(backwards)).hasMessageContaining("is no range");
    ByteBuffer negative = ByteBuffer.allocate(24).putLong(3).putLong(9).putLong(-1).flip();
    assertThatThrownBy(() -> OwnershipToken.from(negative))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("epoch=-1 must not be negative");
  }
}
