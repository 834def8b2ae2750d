package io.phoenix.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SendTimeoutException;
import io.phoenix.api.VirtualRange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A range that nobody assumes, over TCP: what waits for it keeps nobody else waiting. */
@Timeout(60)
class AwayIT {
  private static final int BUFFER = 1 << 20;
  private static final NodeConfig CONFIG =
      NodeConfig.of("away-it", 16).withSendBufferBytes(BUFFER).withAwayBufferBytes(BUFFER);

  private static byte[] payload(int number) {
    return ByteBuffer.allocate(1000).putInt(0, number).array();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void othersAreSentToAndItGetsAllWhenItIsAssumed(boolean busyPoll) throws InterruptedException {
    NodeConfig config = CONFIG.withBusyPoll(busyPoll);
    try (Node a = Phoenix.open(config.withSendTimeout(Duration.ofSeconds(5)));
        Node b = Phoenix.open(config.withPorts(a.localPort().toString()))) {
      b.assume(VirtualRange.of(8, 16));
      a.send(9, 0, new byte[0]);
      b.recv();
      int waiting = 0;
      String refusal = null;
      while (refusal == null) {
        try {
          a.send(1, 1, payload(waiting));
          waiting++;
        } catch (SendTimeoutException e) {
          refusal = e.getMessage();
        }
      }
      assertThat(refusal).contains("virtual node 1, which nobody assumes");
      assertThat(waiting).isBetween(BUFFER / 1064, 2 * BUFFER / 1064);

      int many = 10 * BUFFER / 1000;
      var received = CompletableFuture.runAsync(() -> expect(b, 2, many));
      for (int i = 0; i < many; i++) {
        a.send(9, 2, payload(i));
      }
      received.join();

      b.assume(VirtualRange.of(0, 8));
      expect(b, 1, waiting);
      a.send(1, 3, payload(0));
      expect(b, 3, 1);
    }
  }

  private static void expect(Node node, int tag, int count) {
    try {
      for (int i = 0; i < count; i++) {
        Message message = node.recv(tag, Duration.ofSeconds(30));
        assertThat(message).as("%d of %d", i, count).isNotNull();
        assertThat(ByteBuffer.wrap(message.payload()).getInt()).isEqualTo(i);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
