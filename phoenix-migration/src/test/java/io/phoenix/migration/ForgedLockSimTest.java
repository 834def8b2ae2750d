package io.phoenix.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.ResourceName;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.LockCodec;
import io.phoenix.migration.lock.LockMessage;
import io.phoenix.migration.story.Counters;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A member cannot have a node locked for another one, which has not asked and will not unlock. */
class ForgedLockSimTest {
  private static final long SIZE = 64;

  /** Which of two names is the higher one decides by which message a lock is asked for. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void locksAreAskedForInOnesOwnNameOnly(long seed) {
    SimulatedCluster world = Phoenix.simulated(seed, NodeConfig.of("forged", SIZE));
    Node owner = world.open();
    Migration migration = Migration.on(owner, new Counters(false));
    migration.found();
    ResourceName other = world.open(owner).resourceName();
    Node liar = world.open(owner);
    world.runFor(Duration.ofSeconds(2));
    var attempt = new Attempt(other, 1);
    liar.send(0, Tags.LOCK, LockCodec.encode(new LockMessage.Query(attempt)));
    liar.send(
        0,
        Tags.LOCK,
        LockCodec.encode(new LockMessage.Lock2(attempt, owner.assumed().ranges().get(0))));
    world.runFor(Duration.ofMinutes(2));
    assertThat(migration.isAtRest()).isTrue();
  }
}
