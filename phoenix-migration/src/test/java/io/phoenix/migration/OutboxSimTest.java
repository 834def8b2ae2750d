package io.phoenix.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that find no room, or never will. */
class OutboxSimTest {
  private static final int TAG = 7;
  private static final int LARGEST = 1000;

  private final SimulatedCluster world =
      Phoenix.simulated(
          1,
          NodeConfig.of("outbox", 64)
              .withSendBufferBytes(1024)
              .withAwayBufferBytes(1024)
              .withMaxPayloadBytes(LARGEST));
  private final Node sender = world.open();
  private final Node receiver = world.open(sender);
  private final List<Integer> received = new ArrayList<>();
  private final List<Integer> refused = new ArrayList<>();
  private final Outbox outbox =
      new Outbox(
          sender,
          (message, why) -> {
            refused.add(message.payload().length);
            assertThat(why).contains("maxPayloadBytes");
            send(1); // as one does that tells somebody of it
          });

  private void send(int length) {
    outbox.send(receiver.resourceName().value(), TAG, new byte[length]);
  }

  @Test
  void messageThatIsTooLargeIsToldAndThoseBehindItAreSentInOrder() {
    receiver.handle(TAG, m -> received.add(m.payload().length));
    sender
        .loop()
        .execute(
            () -> {
              send(LARGEST + 1); // at once
              send(900);
              send(901);
              send(902); // there is room for two: this one waits
              send(LARGEST + 2); // and this one behind it
              send(903);
            });
    world.runUntil(() -> received.size() == 6, Duration.ofMinutes(1));
    assertThat(refused).containsExactly(LARGEST + 1, LARGEST + 2);
    assertThat(received).containsExactly(1, 900, 901, 902, 903, 1);
  }
}
