package io.phoenix.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.LeaveReport;
import io.phoenix.api.Node;
import io.phoenix.api.NodeClosedException;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.VirtualRange;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Over TCP: a node hands its range to another one and leaves for good; the heir, which sends to the
 * range all the time, leaves with a log a few milliseconds later, and returns.
 */
@Timeout(120)
class TwoLeavesIT {
  private static final VirtualRange RANGE = VirtualRange.all(64);
  private static final NodeConfig CONFIG =
      NodeConfig.of("two-leaves-it", 64).withSendBufferBytes(1 << 20);
  private static final int BEFORE = 2000;

  private final List<Integer> arrived = Collections.synchronizedList(new ArrayList<>());

  @RepeatedTest(6)
  void everythingThatTheHeirSentArrivesInOrder(RepetitionInfo turn, @TempDir Path dir)
      throws Exception {
    try (Node stays = Phoenix.open(CONFIG)) {
      NodeConfig config = CONFIG.withPorts(stays.localPort().toString());
      Node leaver = collect(Phoenix.open(config));
      Node heir =
          collect(
              Phoenix.open(
                  CONFIG.withPorts(stays.localPort().toString(), leaver.localPort().toString())));
      leaver.assume(RANGE);
      AtomicInteger sent = new AtomicInteger();
      Thread sender = new Thread(() -> sendUntilClosed(heir, sent));
      sender.start();
      awaitArrived(BEFORE);

      heir.assume(leaver.release(RANGE));
      CompletableFuture<LeaveReport> gone = CompletableFuture.supplyAsync(leaver::leave);
      Thread.sleep(10L * (turn.getCurrentRepetition() - 1)); // which moment it is must not matter
      Path log = dir.resolve("heir.log");
      LeaveReport left = heir.leave(log);
      sender.join();
      assertThat(gone.join().lost()).isZero();
      assertThat(left.assumed().contains(7)).isTrue();

      try (Node back = collect(Phoenix.open(config, log))) {
        awaitArrived(sent.get());
        assertThat(back.assumed().contains(7)).isTrue();
      }
      assertThat(arrived).isEqualTo(IntStream.range(0, sent.get()).boxed().toList());
    }
  }

  private static void sendUntilClosed(Node node, AtomicInteger sent) {
    try {
      while (true) {
        node.send(7, 1, ByteBuffer.allocate(16).putInt(0, sent.get()).array());
        sent.incrementAndGet();
      }
    } catch (NodeClosedException e) {
      // it has left: the last message was not taken
    }
  }

  private Node collect(Node node) {
    node.handle(1, m -> arrived.add(ByteBuffer.wrap(m.payload()).getInt()));
    return node;
  }

  private void awaitArrived(int count) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(40).toNanos(); // below forgetAfter
    while (arrived.size() < count && System.nanoTime() < deadline) {
      Thread.sleep(5);
    }
    assertThat(arrived).hasSizeGreaterThanOrEqualTo(count);
  }
}
