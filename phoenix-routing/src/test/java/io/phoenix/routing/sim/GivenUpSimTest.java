package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.Phoenix;
import io.phoenix.api.ResourceName;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages to the name of a node that vanished so long ago that nobody waits for it. */
class GivenUpSimTest {
  private static final int TAG = 1;
  private static final int BUFFER = 64 << 10;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final SimulatedCluster world =
      Phoenix.simulated(
          1,
          NodeConfig.of("given-up", 16)
              .withDeadAfter(Duration.ofSeconds(2))
              .withForgetAfter(Duration.ofSeconds(5))
              .withSendBufferBytes(BUFFER)
              .withAwayBufferBytes(BUFFER));
  private final Node a = world.open();
  private final Node b = world.open(a);
  private final Node lost = world.open(a);
  private final List<ResourceName> gone = new ArrayList<>();
  private final List<Integer> arrived = new ArrayList<>();

  private void settle() {
    world.runFor(Duration.ofSeconds(3));
    a.addOwnershipListener(
        new OwnershipListener() {
          @Override
          public void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {}

          @Override
          public void onGone(ResourceName name) {
            gone.add(name);
          }
        });
  }

  private void collect(Node node) {
    node.handle(TAG, m -> arrived.add(ByteBuffer.wrap(m.payload()).getInt()));
  }

  private boolean trySend(ResourceName to, int number) {
    boolean taken = a.trySend(to.value(), TAG, ByteBuffer.allocate(1024).putInt(0, number).array());
    world.runFor(Duration.ofNanos(1)); // what is sent from outside the loop waits for its turn
    return taken;
  }

  private void awaitGone() {
    assertThat(world.runUntil(() -> !gone.isEmpty(), LIMIT)).isTrue();
  }

  private void expectRoom() {
    collect(b);
    assertThat(trySend(b.resourceName(), -1)).isTrue();
    assertThat(world.runUntil(() -> arrived.contains(-1), LIMIT)).isTrue();
  }

  @Test
  void messagesToItNeverTakeTheRoomOfOthers() {
    settle();
    world.crash(lost);
    awaitGone();
    for (int i = 0; i < 1000; i++) {
      assertThat(trySend(lost.resourceName(), i)).isTrue();
    }
    expectRoom();
  }

  @Test
  void asMuchAsASendBufferHoldsArrivesIfItComesBack() {
    settle();
    collect(lost);
    world.isolate(List.of(lost), Duration.ofDays(1));
    awaitGone();
    for (int i = 0; i < 1000; i++) {
      assertThat(trySend(lost.resourceName(), i)).isTrue();
    }
    world.heal();
    assertThat(world.runUntil(() -> !arrived.isEmpty(), LIMIT)).isTrue();
    trySend(lost.resourceName(), 1000);
    assertThat(world.runUntil(() -> arrived.contains(1000), LIMIT)).isTrue();
    int kept = BUFFER / (1024 + 64);
    List<Integer> expected = new ArrayList<>(IntStream.range(0, kept).boxed().toList());
    expected.add(1000);
    assertThat(arrived).isEqualTo(expected);
  }

  @Test
  void whatWaitedBeforeItWasGivenUpComesFirst() {
    settle();
    collect(lost);
    world.isolate(List.of(lost), Duration.ofDays(1));
    for (int i = 0; i < 10; i++) {
      assertThat(trySend(lost.resourceName(), i)).isTrue();
    }
    awaitGone();
    for (int i = 10; i < 20; i++) {
      assertThat(trySend(lost.resourceName(), i)).isTrue();
    }
    world.heal();
    assertThat(world.runUntil(() -> arrived.size() == 20, LIMIT)).isTrue();
    assertThat(arrived).isEqualTo(IntStream.range(0, 20).boxed().toList());
  }

  @Test
  void aNameThatNobodyHasIsGivenUpToo() {
    settle();
    ResourceName nobody = ResourceName.random(new SplittableRandom(7));
    for (int i = 0; trySend(nobody, i); i++) {
      assertThat(i).isLessThan(1000);
    }
    assertThat(trySend(b.resourceName(), 0)).as("it takes no room from others").isTrue();
    awaitGone();
    assertThat(gone).containsExactly(nobody);
    expectRoom();
  }
}
