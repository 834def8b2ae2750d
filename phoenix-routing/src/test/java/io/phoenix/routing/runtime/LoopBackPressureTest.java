package io.phoenix.routing.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.phoenix.api.BackPressureException;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing can wait on a node's loop, so what there is no room for is refused there. */
class LoopBackPressureTest {
  private static final int BUFFER = 100_000;
  private static final int PAYLOAD = 1000;
  private static final int ENOUGH = 2 * BUFFER / PAYLOAD;
  private static final NodeConfig CONFIG =
      NodeConfig.of("pressure", 16).withSendBufferBytes(BUFFER).withAwayBufferBytes(BUFFER);

  private final SimulatedCluster world = Phoenix.simulated(1, CONFIG);
  private final Node from = world.open();
  private final Node to = world.open(from);
  private int accepted;
  private int received;

  private void sendOnTheLoop(int count) {
    List<BackPressureException> refused = new ArrayList<>();
    from.loop()
        .execute(
            () -> {
              for (int i = 0; i < count; i++) {
                try {
                  from.send(3, 1, new byte[PAYLOAD]);
                  accepted++;
                } catch (BackPressureException e) {
                  refused.add(e);
                }
              }
            });
    world.runFor(Duration.ofSeconds(1));
    if (!refused.isEmpty()) {
      throw refused.get(0);
    }
  }

  @BeforeEach
  void start() {
    to.handle(1, m -> received++);
    to.assume(VirtualRange.all(16));
    world.runFor(Duration.ofSeconds(5));
  }

  /** All of it in one turn of the loop, so that nothing can arrive meanwhile. */
  @Test
  void sendOnTheLoopThrowsWhenTheBufferIsFullAndSaysForWhom() {
    assertThatExceptionOfType(BackPressureException.class)
        .isThrownBy(() -> sendOnTheLoop(3 * ENOUGH))
        .withMessageContaining("virtual node 3")
        .withMessageContaining("nothing may wait on the loop");
    assertThat(accepted).isBetween(1, ENOUGH);
  }

  @Test
  void sendOnTheLoopWorksAgainWhenThereIsRoom() {
    assertThatExceptionOfType(BackPressureException.class)
        .isThrownBy(() -> sendOnTheLoop(3 * ENOUGH));
    int before = accepted;
    assertThat(world.runUntil(() -> received == before, Duration.ofMinutes(1))).isTrue();
    world.runFor(Duration.ofSeconds(1)); // the sender hears that they have arrived
    sendOnTheLoop(1);
    assertThat(received).isEqualTo(before + 1);
  }
}
