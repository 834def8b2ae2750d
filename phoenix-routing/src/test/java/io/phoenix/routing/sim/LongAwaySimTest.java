package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An owner leaves with a log while messages are on their way to it, and is away for long. */
class LongAwaySimTest {
  private static final int TAG = 1;
  private static final Duration FORGET = Duration.ofSeconds(5);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final SimulatedCluster world =
      Phoenix.simulated(
          1,
          NodeConfig.of("long-away", 16)
              .withDeadAfter(Duration.ofSeconds(2))
              .withForgetAfter(FORGET)
              .withMeshLinks(0));
  private final List<Byte> arrived = new ArrayList<>();

  private final Node sender;
  private final Node owner;
  private final byte[] log;

  LongAwaySimTest() {
    world.latency((i, j) -> Duration.ofMillis(50));
    Node between = world.open(); // the owner tells only its neighbours what it has taken
    sender = world.open(between);
    owner = world.open(between);
    owner.assume(VirtualRange.all(16));
    world.runFor(Duration.ofSeconds(1));
    send(1);
    CompletableFuture<byte[]> leave = world.leaveWithLog(owner); // does not take it any more
    assertThat(world.runUntil(leave::isDone, LIMIT)).isTrue();
    log = leave.join();
  }

  private void send(int number) {
    sender.send(7, TAG, new byte[] {(byte) number});
  }

  private void collect(Node node) {
    node.handle(TAG, m -> arrived.add(m.payload()[0]));
  }

  /** Shorter and longer than it is waited for. */
  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void whatWasInDoubtComesBeforeWhatWasSentMeanwhile(int seconds) {
    world.runFor(Duration.ofSeconds(seconds));
    send(2);
    collect(world.open(log, sender));
    assertThat(world.runUntil(() -> arrived.size() == 2, LIMIT)).isTrue();
    assertThat(arrived).containsExactly((byte) 1, (byte) 2);
  }

  @Test
  void itIsNotWaitedForWhereSomebodyElseAssumesTheRange() {
    world.runFor(FORGET.multipliedBy(2));
    send(2);
    Node other = world.open(sender);
    collect(other);
    world.runFor(Duration.ofSeconds(1));
    other.assume(VirtualRange.all(16));
    assertThat(world.runUntil(() -> arrived.contains((byte) 2), LIMIT)).isTrue();
  }
}
