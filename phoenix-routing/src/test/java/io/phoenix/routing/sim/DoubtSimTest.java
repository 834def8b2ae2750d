package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.phoenix.api.Explanation;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.routing.runtime.Leaving;
import io.phoenix.routing.runtime.OverlayNode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A node leaves while it is cut off from a peer, so that it does not know what the peer has of its
 * messages; it returns, and still cannot ask the peer for so long that it gives it up.
 */
class DoubtSimTest {
  private static final int TAG = 1;
  private static final NodeConfig CONFIG =
      NodeConfig.of("doubt", 16)
          .withDeadAfter(Duration.ofSeconds(2))
          .withForgetAfter(Duration.ofSeconds(5))
          .withLeaveTimeout(Duration.ofSeconds(1));

  private final SimWorld world = new SimWorld(3);
  private final SimHost peerHost = world.network().addHost("peer");
  private final OverlayNode peer = open(peerHost, CONFIG, null);
  private final List<Integer> arrived = new ArrayList<>();

  private OverlayNode open(SimHost host, NodeConfig config, byte @Nullable [] log) {
    NodeConfig own =
        config
            .withListen(new Port(host.address(), 7000))
            .withPorts(host == peerHost ? List.of() : List.of(peer.localPort()));
    return OverlayNode.open(own, host.loop(), host.transport(), host.loop().random(), log);
  }

  private void send(OverlayNode from, int first, int end, int bytes) {
    for (int i = first; i < end; i++) {
      from.send(peer.resourceName(), TAG, ByteBuffer.allocate(bytes).putInt(0, i).array());
    }
  }

  private void run(Duration duration) {
    world.runFor(duration.toNanos());
  }

  /** Sends 0 to 9, of which the peer gets the first five, and the others after the return. */
  private void leaveAndReturn(int bytes, NodeConfig later) {
    peer.handle(TAG, m -> arrived.add(ByteBuffer.wrap(m.payload()).getInt()));
    SimHost before = world.network().addHost("before");
    SimHost after = world.network().addHost("after");
    OverlayNode leaver = open(before, CONFIG, null);
    run(Duration.ofSeconds(3));
    send(leaver, 0, 5, bytes);
    assertThat(world.runUntil(() -> arrived.size() == 5, world.nowNs() + 1_000_000_000L)).isTrue();
    Blockage blockage = world.network().block(List.of(before, after), List.of(peerHost));
    send(leaver, 5, 10, bytes); // of the first five, the acknowledgements do not come back either
    var leave = leaver.beginLeave(true);
    run(Duration.ofSeconds(2));
    Leaving.Left left = leave.join();
    assertThat(left.report().inOrder()).isFalse();

    OverlayNode back = open(after, later, left.log());
    send(back, 10, 15, 4);
    run(Duration.ofSeconds(20));
    assertThat(back.explain().doubts())
        .extracting(Explanation.Doubt::node, Explanation.Doubt::messages)
        .containsExactly(tuple(peer.resourceName(), 10L));
    send(back, 15, 20, 4);
    blockage.heal();
    run(Duration.ofSeconds(60));
  }

  private static List<Integer> range(int first, int end) {
    return IntStream.range(first, end).boxed().toList();
  }

  @Test
  void whatIsInDoubtIsSettledHoweverLateThePeerAnswers() {
    leaveAndReturn(4, CONFIG);
    assertThat(arrived).isEqualTo(range(0, 20));
  }

  @Test
  void moreThanASendBufferIsNotKeptInDoubtForAPeerThatIsGivenUp() {
    leaveAndReturn(500, CONFIG.withSendBufferBytes(1024));
    var expected = new ArrayList<>(range(0, 5));
    expected.addAll(range(10, 20));
    assertThat(arrived).isEqualTo(expected);
  }
}
