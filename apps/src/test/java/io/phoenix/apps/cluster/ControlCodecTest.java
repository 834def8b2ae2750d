package io.phoenix.apps.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Control.Reply;
import io.phoenix.apps.cluster.Control.Request;
import io.phoenix.apps.cluster.Description.Neighbour;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ControlCodecTest {
  private static final Description DESCRIPTION =
      new Description(
          new ResourceName(-42),
          "b2",
          "büro",
          "0.0.0.0:7000, process 7",
          "taking part",
          "",
          123_456,
          List.of(VirtualRange.of(0, 512), VirtualRange.of(1000, 1024)),
          List.of(new Neighbour(new ResourceName(-1), "a1:7000", 1500)),
          List.of("a1", "a2"),
          List.of("c1"),
          1.5,
          2.5,
          1e6,
          0);

  @ParameterizedTest
  @EnumSource(Order.class)
  void requestsArriveAsTheyWereSent(Order order) {
    var request = Request.of(Long.MIN_VALUE, order, "größe");
    assertThat(Request.decode(request.encode())).isEqualTo(request);
    assertThat(Request.decode(request.encode()).text()).isEqualTo("größe");
  }

  @Test
  void repliesArriveAsTheyWereSent() {
    for (Reply reply : List.of(Reply.done(7, "yes"), Reply.refused(8, ""))) {
      assertThat(Reply.decode(reply.encode())).isEqualTo(reply);
    }
  }

  @Test
  void aHeaderThatBreaksOffIsNoMessage() {
    byte[] request = Request.of(1, Order.END, "").encode();
    byte[] reply = Reply.done(1, "").encode();
    for (int n = 0; n < request.length; n++) {
      int length = n;
      assertThatThrownBy(() -> Request.decode(Arrays.copyOf(request, length)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (int n = 0; n < reply.length; n++) {
      int length = n;
      assertThatThrownBy(() -> Reply.decode(Arrays.copyOf(reply, length)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void anotherVersionAndAnUnknownOrderAreSaid() {
    byte[] other = Request.of(1, Order.END, "").encode();
    other[0] = Control.VERSION + 1;
    assertThatThrownBy(() -> Request.decode(other))
        .hasMessage("version=%d, and this side has %d", Control.VERSION + 1, Control.VERSION);
    byte[] unknown = Request.of(1, Order.END, "").encode();
    unknown[9] = 99;
    assertThatThrownBy(() -> Request.decode(unknown)).hasMessage("no order has the number 99");
    assertThatThrownBy(() -> Request.decode(new byte[Control.MAX_LONG_REQUEST_BYTES + 1]))
        .hasMessageStartingWith("length=");
  }

  @Test
  void descriptionsArriveAsTheyWereSent() {
    assertThat(Description.decode(DESCRIPTION.encode())).isEqualTo(DESCRIPTION);
  }

  @Test
  void aDescriptionThatBreaksOffAnywhereIsNone() {
    byte[] whole = DESCRIPTION.encode();
    for (int n = 0; n < whole.length; n++) {
      int length = n;
      assertThatThrownBy(() -> Description.decode(Arrays.copyOf(whole, length)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> Description.decode(Arrays.copyOf(whole, whole.length + 1)))
        .hasMessage("1 bytes too many");
  }

  @Test
  void aDamagedDescriptionIsReadOrRefusedAndNothingElse() {
    var random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = DESCRIPTION.encode();
      for (int n = random.nextInt(1, 4); n > 0; n--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        Description.decode(damaged);
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }
}
