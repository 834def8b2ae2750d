package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.BackPressureException;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.runtime.OverlayNode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Absence is "a very long latency" (paper 001, section 3.4): for who is away, and nobody else. */
class AwaySimTest {
  private static final int TAG = 1;
  private static final int BUFFER = 64 << 10;
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int AWAY = 3;
  private static final int HERE = 12;

  private final SimulatedCluster world =
      Phoenix.simulated(
          1,
          NodeConfig.of("away", 16)
              .withDeadAfter(Duration.ofSeconds(2))
              .withForgetAfter(Duration.ofHours(1))
              .withSendBufferBytes(BUFFER)
              .withAwayBufferBytes(BUFFER));
  private final Node sender = world.open();
  private final Node here = world.open(sender);
  private final Node other = world.open(sender);
  private final Map<Long, Integer> sent = new HashMap<>();
  private final Map<Long, List<Integer>> arrived = new HashMap<>();

  AwaySimTest() {
    for (Node node : List.of(sender, here, other)) {
      node.handle(
          TAG,
          m ->
              arrived
                  .computeIfAbsent(m.to(), to -> new ArrayList<>())
                  .add(ByteBuffer.wrap(m.payload()).getInt()));
    }
    world.runFor(Duration.ofSeconds(3));
    here.assume(VirtualRange.of(8, 16));
    world.runFor(Duration.ofSeconds(1));
  }

  private static byte[] payload(int number) {
    return ByteBuffer.allocate(1024).putInt(0, number).array();
  }

  private boolean trySend(long to) {
    int number = sent.getOrDefault(to, 0);
    boolean taken = sender.trySend(to, TAG, payload(number));
    world.runFor(Duration.ofNanos(1)); // what is sent from outside the loop waits for its turn
    if (taken) {
      sent.put(to, number + 1);
    }
    return taken;
  }

  private void fill(long to) {
    for (int i = 0; trySend(to); i++) {
      assertThat(i).isLessThan(1000);
    }
  }

  /** Four times as much as a send buffer holds goes to the node that is there. */
  private void expectFlow() {
    for (int i = 0; i < 256; i++) {
      assertThat(world.runUntil(() -> trySend(HERE), LIMIT)).isTrue();
    }
    assertThat(world.runUntil(() -> allArrived(HERE), LIMIT)).isTrue();
  }

  private boolean allArrived(long to) {
    return arrived.getOrDefault(to, List.of()).size() == sent.getOrDefault(to, 0);
  }

  private void expectAllArrivedAndNothingCounted() {
    assertThat(world.runUntil(() -> allArrived(AWAY), LIMIT)).isTrue();
    world.runFor(Duration.ofSeconds(1));
    arrived.forEach(
        (to, numbers) ->
            assertThat(numbers).isEqualTo(IntStream.range(0, sent.get(to)).boxed().toList()));
    assertThat(((OverlayNode) sender).presentBytes()).isZero();
    assertThat(((OverlayNode) sender).awayBytes()).isZero();
  }

  @Test
  void aRangeThatNobodyAssumesStopsNobodyElse() {
    fill(AWAY);
    assertThat(sent.get((long) AWAY)).isEqualTo(BUFFER / (1024 + 64));
    expectFlow();
    assertThat(trySend(AWAY)).isFalse();
    other.assume(VirtualRange.of(0, 8));
    expectAllArrivedAndNothingCounted();
    assertThat(trySend(AWAY)).isTrue();
  }

  @Test
  void onTheLoopTwiceAsMuchMayWaitAndThenTheCallThrows() {
    List<String> refused = new ArrayList<>();
    sender
        .loop()
        .execute(
            () -> {
              try {
                for (int i = 0; i < 1000; i++) {
                  sender.send(AWAY, TAG, payload(i));
                  sent.put((long) AWAY, i + 1);
                }
              } catch (BackPressureException e) {
                refused.add(e.getMessage());
              }
            });
    world.runFor(Duration.ofMillis(1));
    assertThat(refused).hasSize(1);
    assertThat(refused.get(0)).contains("virtual node 3, which nobody assumes");
    assertThat(sent.get((long) AWAY)).isEqualTo(2 * BUFFER / (1024 + 64));
    expectFlow();
    other.assume(VirtualRange.of(0, 8));
    expectAllArrivedAndNothingCounted();
  }

  @Test
  void aNodeThatGoesOutOfReachTakesItsRoomAlong() {
    other.assume(VirtualRange.of(0, 8));
    world.runFor(Duration.ofSeconds(1));
    world.isolate(List.of(other), Duration.ofDays(1));
    fill(AWAY); // as if it were there: nobody has noticed
    assertThat(trySend(HERE)).as("so it takes all the room").isFalse();
    assertThat(world.runUntil(() -> trySend(HERE), LIMIT)).isTrue();
    expectFlow();
    fill(AWAY);
    assertThat(trySend(other.resourceName().value())).isFalse();
    expectFlow();

    world.heal();
    expectAllArrivedAndNothingCounted();
  }

  @Test
  void manyThatAreAwayTogetherStopNobody() {
    for (long to = 0; to < 8; to++) {
      fill(to);
    }
    expectFlow();
    other.assume(VirtualRange.of(0, 8));
    assertThat(world.runUntil(() -> sent.keySet().stream().allMatch(this::allArrived), LIMIT))
        .isTrue();
    fill(AWAY);
    expectAllArrivedAndNothingCounted();
  }
}
