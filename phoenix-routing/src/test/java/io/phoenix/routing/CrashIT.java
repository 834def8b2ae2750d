package io.phoenix.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.Phoenix;
import io.phoenix.api.VirtualRange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that owns a range is killed (kill -9), and another node takes the range over. */
@Timeout(120)
class CrashIT {
  private static final Duration LONG = Duration.ofSeconds(30);

  private int sent;

  private void send(Node from, int count) {
    for (int i = 0; i < count; i++) {
      int bytes = 4 + 997 * (sent % 13);
      from.send(3, DoomedOwner.TAG, ByteBuffer.allocate(bytes).putInt(0, sent++).array());
    }
  }

  private static long doubts(Node node) {
    return node.explain().doubts().stream().mapToLong(d -> d.messages()).sum();
  }

  @Test
  void whatWasSentMeanwhileArrivesAtTheNextOwnerOrIsSaidToBeInDoubt()
      throws IOException, InterruptedException {
    try (Node sender = Phoenix.open(DoomedOwner.config());
        Node next = Phoenix.open(DoomedOwner.config().withPorts(sender.localPort().toString()))) {
      Process owner = DoomedOwner.start(sender);
      List<Integer> arrived = new ArrayList<>();
      try (BufferedReader words =
          new BufferedReader(
              new InputStreamReader(owner.getInputStream(), StandardCharsets.UTF_8))) {
        send(sender, 1000); // they wait until somebody assumes the range
        while (arrived.size() < 500) {
          arrived.add(Integer.parseInt(words.readLine()));
        }
        send(sender, 1000);
        owner.toHandle().destroyForcibly(); // as kill -9 does; what it has said can still be read
        send(sender, 500);
        for (String word = words.readLine(); word != null; word = words.readLine()) {
          arrived.add(Integer.parseInt(word));
        }
      }
      awaitEpoch(next, 1);
      send(sender, 500);
      next.assume(VirtualRange.all(16));
      send(sender, 500);

      int last = -1;
      while (last < sent - 1) {
        Message message = next.recv(DoomedOwner.TAG, LONG);
        assertThat(message).as("%d of %d have arrived", arrived.size(), sent).isNotNull();
        last = ByteBuffer.wrap(message.payload()).getInt();
        arrived.add(last);
      }
      assertThat(arrived).isSorted().doesNotHaveDuplicates();
      assertThat((long) sent - arrived.size()).isLessThanOrEqualTo(doubts(sender));
    }
  }

  /** Whoever takes a range over must have heard of the claim, or it would have too low an epoch. */
  private static void awaitEpoch(Node node, long epoch) throws InterruptedException {
    while (node.explain().owner(3).orElseThrow().epoch() < epoch) {
      Thread.sleep(1);
    }
  }
}
