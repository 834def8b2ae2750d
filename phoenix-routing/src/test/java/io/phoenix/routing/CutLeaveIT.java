package io.phoenix.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.LeaveReport;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Over TCP: a node leaves for good while one that sends to it is cut off. */
@Timeout(60)
class CutLeaveIT {
  private static final VirtualRange RANGE = VirtualRange.all(64);
  private static final NodeConfig CONFIG =
      NodeConfig.of("cut-leave-it", 64).withLeaveTimeout(Duration.ofSeconds(4)).withMeshLinks(0);

  private final List<Integer> arrived = Collections.synchronizedList(new ArrayList<>());

  @Test
  void whatTheOneThatIsCutOffSentGoesToTheNextOwner() throws IOException, InterruptedException {
    try (Node stays = collect(Phoenix.open(CONFIG));
        CaptureProxy after = new CaptureProxy(stays.localPort());
        Node cutOff = Phoenix.open(CONFIG)) {
      CaptureProxy before = new CaptureProxy(stays.localPort());
      cutOff.addPort(Port.parse(before.port()));
      Node leaver = collect(Phoenix.open(CONFIG.withPorts(stays.localPort().toString())));
      leaver.assume(RANGE);
      send(cutOff, 0, 1000);
      awaitArrived(1000);
      send(cutOff, 1000, 3000); // some of them arrive, and nobody can tell which
      before.close();
      send(cutOff, 3000, 4000);
      stays.assume(leaver.release(RANGE));
      LeaveReport left = leaver.leave();
      assertThat(left.lost()).isZero();
      cutOff.addPort(Port.parse(after.port()));
      awaitArrived(4000);
      assertThat(arrived).isEqualTo(IntStream.range(0, 4000).boxed().toList());
    }
  }

  private static void send(Node from, int first, int end) {
    for (int i = first; i < end; i++) {
      from.send(7, 1, ByteBuffer.allocate(200).putInt(0, i).array());
    }
  }

  private Node collect(Node node) {
    node.handle(1, m -> arrived.add(ByteBuffer.wrap(m.payload()).getInt()));
    return node;
  }

  private void awaitArrived(int count) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos(); // below forgetAfter
    while (arrived.size() < count && System.nanoTime() < deadline) {
      Thread.sleep(5);
    }
    assertThat(arrived).hasSizeGreaterThanOrEqualTo(count);
  }
}
