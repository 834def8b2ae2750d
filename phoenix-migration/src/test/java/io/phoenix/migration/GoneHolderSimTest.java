package io.phoenix.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.story.Counters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A message for a virtual node may wait for an owner until its sender has left for good. */
class GoneHolderSimTest {
  private static final VirtualRange ALL = VirtualRange.all(64);

  private SimulatedCluster world = Phoenix.simulated(0, NodeConfig.of("gone", ALL.size()));

  private void runUntil(BooleanSupplier condition) {
    assertThat(world.runUntil(condition, Duration.ofMinutes(2))).isTrue();
  }

  private byte[] leaveWithLog(Node node) {
    CompletableFuture<byte[]> log = world.leaveWithLog(node);
    runUntil(log::isDone);
    return log.join();
  }

  /**
   * Plays what happened: the owner is away while a newcomer asks for its lock, then the newcomer is
   * away, and it comes back only to leave for good.
   *
   * @return the owner, if it grants its lock to the newcomer: that depends on the order of names
   */
  private @Nullable Migration grantToOneThatIsGone(long seed) {
    world = Phoenix.simulated(seed, NodeConfig.of("gone", ALL.size()));
    Node owner = world.open();
    Node newcomer = world.open(owner);
    List<String> steps = new ArrayList<>();
    Migration.on(owner, new Counters(false)).found();
    Migration joining =
        Migration.on(
            newcomer,
            new Counters(false),
            MigrationSettings.defaults(),
            s -> steps.add(s.action()));
    var unused = joining.join();
    if (newcomer.resourceName().compareTo(owner.resourceName()) > 0) {
      return null; // it would not have to lock itself first
    }
    runUntil(() -> steps.contains("OnLockYouFirst")); // lock2 is under way

    byte[] log = leaveWithLog(owner); // so lock2 waits for whoever will assume its virtual node
    byte[] logOfNewcomer = leaveWithLog(newcomer);
    Node returned = world.open(log);
    List<Step> ofReturned = new ArrayList<>();
    Migration migration =
        Migration.on(returned, new Counters(false), MigrationSettings.defaults(), ofReturned::add);
    world.leave(world.open(logOfNewcomer, returned)); // what it holds is handed over

    runUntil(() -> ofReturned.stream().anyMatch(s -> "OnLock2".equals(s.action())));
    return migration.isAtRest() ? null : migration;
  }

  @Test
  void lockThatANodeAskedForWhichHasLeftForGoodIsFreeAgain() {
    Migration owner =
        LongStream.range(1, 100)
            .mapToObj(this::grantToOneThatIsGone)
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow();
    runUntil(owner::isAtRest);
  }
}
