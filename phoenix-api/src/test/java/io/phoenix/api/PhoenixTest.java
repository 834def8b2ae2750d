package io.phoenix.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class PhoenixTest {

  /** In this module's tests there is none. */
  @Test
  void missingImplementationIsSaidWithTheRemedy() {
    NodeConfig config = NodeConfig.of("app", 1024);
    List<ThrowingCallable> calls =
        List.of(
            () -> Phoenix.open(config),
            () -> Phoenix.open(config, Path.of("some.log")),
            () -> Phoenix.embedded(3, 1024),
            () -> Phoenix.embedded(3, config),
            () -> Phoenix.simulated(1, config));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .isInstanceOf(PhoenixException.class)
          .hasMessage("no implementation of Phoenix found: put phoenix-routing on the class path");
    }
  }

  @Test
  void messageIsShownWithoutItsPayload() {
    Message message = new Message(Long.MIN_VALUE + 10, 42, -3, new byte[] {1, 2});
    assertThat(message).hasToString("Message[from=~a, to=42, tag=-3, 2 bytes]");
    assertThat(message.sender()).isEqualTo(new ResourceName(message.from()));
    assertThatThrownBy(() -> new Message(-1, 0, 0, null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("payload");
  }
}
