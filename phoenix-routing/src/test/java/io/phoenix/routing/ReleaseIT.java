package io.phoenix.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.VirtualRange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranges that move over TCP while threads wait in recv at both ends. */
@Timeout(120)
class ReleaseIT {
  private static final int MESSAGES = 20_000;
  private static final VirtualRange RANGE = VirtualRange.of(0, 1);
  private static final NodeConfig CONFIG = NodeConfig.of("release-it", 1);

  @Test
  void whatIsQueuedIsReceivedByTheNextOwner() throws InterruptedException {
    try (Node a = Phoenix.open(CONFIG);
        Node b = Phoenix.open(CONFIG.withPorts(a.localPort().toString()))) {
      a.assume(RANGE);
      for (int i = 0; i < 100; i++) {
        b.send(0, i, new byte[0]);
      }
      assertThat(a.recv(0)).isNotNull(); // and others have come with it, or are on their way
      b.assume(a.release(RANGE));
      for (int i = 1; i < 100; i++) {
        Message m = b.recv(Duration.ofSeconds(30));
        assertThat(m).isNotNull();
        assertThat(m.tag()).isEqualTo(i);
      }
      assertThat(a.poll()).isNull();
    }
  }

  @Test
  void eachMessageIsReceivedOnceWhileThreadsReceiveAtBothEnds() throws Exception {
    try (Node a = Phoenix.open(CONFIG);
        Node b = Phoenix.open(CONFIG.withPorts(a.localPort().toString()));
        Node sender = Phoenix.open(CONFIG.withPorts(a.localPort().toString()))) {
      List<Integer> atA = Collections.synchronizedList(new ArrayList<>());
      List<Integer> atB = Collections.synchronizedList(new ArrayList<>());
      a.assume(RANGE);
      var done = new AtomicBoolean();
      var receivers = List.of(receive(a, atA, done), receive(b, atB, done));
      var sending =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < MESSAGES; i++) {
                  sender.send(0, i % 3, ByteBuffer.allocate(4).putInt(i).array());
                }
              });
      Node owner = a;
      while (atA.size() + atB.size() < MESSAGES) {
        Node next = owner == a ? b : a;
        next.assume(owner.release(RANGE));
        owner = next;
        for (var receiver : receivers) {
          assertThat(receiver.isCompletedExceptionally()).isFalse();
        }
      }
      sending.get(60, TimeUnit.SECONDS);
      done.set(true);
      for (var receiver : receivers) {
        receiver.get(60, TimeUnit.SECONDS);
      }
      assertThat(atA).isSorted();
      assertThat(atB).isSorted();
      assertThat(atA).as("so that both were asked").isNotEmpty();
      assertThat(atB).as("so that both were asked").isNotEmpty();
      List<Integer> all = new ArrayList<>(atA);
      all.addAll(atB);
      assertThat(all).hasSize(MESSAGES).doesNotHaveDuplicates();
    }
  }

  private static CompletableFuture<Void> receive(
      Node node, List<Integer> received, AtomicBoolean done) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            while (!done.get()) {
              Message m = node.recv(Duration.ofMillis(50));
              if (m != null) {
                received.add(ByteBuffer.wrap(m.payload()).getInt());
              }
            }
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        task -> new Thread(task).start());
  }
}
