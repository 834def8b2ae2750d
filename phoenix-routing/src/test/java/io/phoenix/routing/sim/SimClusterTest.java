package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What {@code Phoenix.simulated} promises to those who program against the API. */
class SimClusterTest {
  private static final NodeConfig CONFIG = NodeConfig.of("demo", 1024);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int ASK = 1;
  private static final int ANSWER = 2;

  private final SimulatedCluster world = Phoenix.simulated(42, CONFIG);
  private final List<Integer> received = new ArrayList<>();

  private void collect(Node node) {
    node.handle(ANSWER, m -> received.add(ByteBuffer.wrap(m.payload()).getInt()));
  }

  private static byte[] number(int i) {
    return ByteBuffer.allocate(4).putInt(i).array();
  }

  private static List<Integer> upTo(int end) {
    return IntStream.range(0, end).boxed().toList();
  }

  @Test
  void handlersOfLinkedNodesReachEachOther() {
    Node a = world.open();
    Node b = world.open(a);
    a.assume(VirtualRange.all(1024));
    a.handle(ASK, m -> a.send(m.sender(), ANSWER, m.payload()));
    collect(b);
    b.send(700, ASK, number(5));
    assertThat(received).isEmpty();
    assertThat(world.runUntil(() -> !received.isEmpty(), LIMIT)).isTrue();
    assertThat(received).containsExactly(5);
    assertThat(world.nodes()).containsExactly(a, b);
  }

  @Test
  void cutsPausesAndIsolationLoseNothing() {
    Node a = world.open();
    Node b = world.open(a);
    Node c = world.open(b);
    c.assume(VirtualRange.all(1024));
    collect(c);
    for (int i = 0; i < 1000; i++) {
      int n = i;
      a.loop().schedule(Duration.ofMillis(10L * i), () -> a.send(3, ANSWER, number(n)));
    }
    world.runFor(Duration.ofSeconds(1));
    world.cut(a, b);
    world.runFor(Duration.ofSeconds(1));
    world.pause(b, Duration.ofSeconds(3));
    world.runFor(Duration.ofSeconds(1));
    world.isolate(List.of(a), Duration.ofSeconds(20));
    world.runFor(Duration.ofSeconds(10));
    int before = received.size();
    assertThat(before).isPositive().isLessThan(1000);
    world.heal();
    assertThat(world.runUntil(() -> received.size() == 1000, LIMIT)).isTrue();
    world.runFor(Duration.ofSeconds(30));
    assertThat(received).isEqualTo(upTo(1000));
  }
}
