package io.phoenix.routing.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Parcel;
import org.junit.jupiter.api.Test;

class ChannelTest {
  private static final long OWNER = -7;

  private static Parcel mark(long first, long end) {
    return new WayMark(VirtualRange.of(first, end), OWNER, 3).toParcel(-1, 2);
  }

  private static VirtualRange rangeOf(Parcel parcel) {
    return WayMark.of(parcel.message(), 1L << 62).range();
  }

  @Test
  void markIsSplitWhereItsPieceIs() {
    Channel channel = new Channel(2);
    channel.held.add(mark(10, 1L << 62));

    Channel rest = channel.split(100);

    assertThat(channel.held)
        .extracting(ChannelTest::rangeOf)
        .containsExactly(VirtualRange.of(10, 100));
    assertThat(rest.held)
        .extracting(ChannelTest::rangeOf)
        .containsExactly(VirtualRange.of(100, 1L << 62));
  }

  @Test
  void markOfOneSideStaysWhole() {
    Channel channel = new Channel(2);
    channel.held.add(mark(10, 20));
    channel.held.add(mark(200, 300));

    Channel rest = channel.split(100);

    assertThat(channel.held)
        .extracting(ChannelTest::rangeOf)
        .containsExactly(VirtualRange.of(10, 20));
    assertThat(rest.held)
        .extracting(ChannelTest::rangeOf)
        .containsExactly(VirtualRange.of(200, 300));
  }
}
