package io.phoenix.routing.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Message;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import java.util.Arrays;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class FenceCodecTest {
  private final Fence fence = new Fence(-7, 12345, Lane.URGENT, VirtualRange.of(10, 20));

  @Property(tries = 200)
  void whatIsWrittenIsReadAgain(
      @ForAll long origin,
      @ForAll long id,
      @ForAll @IntRange(max = 1) int lane,
      @ForAll @IntRange(max = 50) int first,
      @ForAll @IntRange(min = 1, max = 50) int size) {
    Fence made = new Fence(origin, id, lane, VirtualRange.of(first, first + (long) size));
    assertThat(Fence.of(made.toMessage(-3))).isEqualTo(made);
  }

  @Example
  void travelsAsAMessageOfItsOriginToItsRange() {
    Parcel parcel = fence.toParcel(9);
    assertThat(parcel.kind()).isEqualTo(Kind.FENCE);
    assertThat(parcel.generation()).isEqualTo(9);
    assertThat(parcel.counted()).isFalse();
    assertThat(parcel.message().to()).isEqualTo(10);
    assertThat(parcel.message().from()).isEqualTo(-7);
  }

  /** Wherever it is split, both parts together are the whole, and none is empty. */
  @Property(tries = 200)
  void partsMakeUpTheWhole(@ForAll @IntRange(max = 30) int at) {
    assertThat(
            Stream.concat(fence.below(at).stream(), fence.from(at).stream())
                .mapToLong(f -> f.range().size())
                .sum())
        .isEqualTo(10);
    fence.below(at).ifPresent(f -> assertThat(f.range().end()).isLessThanOrEqualTo(at));
    fence.from(at).ifPresent(f -> assertThat(f.range().first()).isGreaterThanOrEqualTo(at));
    Stream.concat(fence.below(at).stream(), fence.from(at).stream())
        .forEach(f -> assertThat(f.within(fence.range())).isEqualTo(fence));
  }

  @Example
  void otherLengthsAreRefused() {
    byte[] bytes = fence.toMessage(-3).payload();
    for (int length = 0; length < bytes.length; length++) {
      Message part = new Message(-7, -3, 0, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> Fence.of(part))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("a fence has 25 bytes: ");
    }
    Message longer = new Message(-7, -3, 0, Arrays.copyOf(bytes, bytes.length + 1));
    assertThatThrownBy(() -> Fence.of(longer)).isInstanceOf(IllegalArgumentException.class);
  }

  @Example
  void rangeThatIsNoneIsRefused() {
    byte[] bytes = fence.toMessage(-3).payload();
    bytes[23] = 5; // the end, now before the beginning
    assertThatThrownBy(() -> Fence.of(new Message(-7, -3, 0, bytes)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("[10, 5) is no range");
  }

  @Example
  void laneThatIsNoneIsRefused() {
    byte[] bytes = fence.toMessage(-3).payload();
    for (byte lane : new byte[] {2, -1, 127}) {
      bytes[24] = lane;
      assertThatThrownBy(() -> Fence.of(new Message(-7, -3, 0, bytes)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("lane=" + lane);
    }
  }

  @Example
  void rangeBeyondTheSpaceIsRefused() {
    assertThat(fence.checked(20)).isSameAs(fence);
    assertThatThrownBy(() -> fence.checked(19))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a fence for [10, 20) reaches beyond the space of 19");
  }
}
