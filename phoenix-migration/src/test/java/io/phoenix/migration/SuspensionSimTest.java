package io.phoenix.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.migration.goal.Report;
import io.phoenix.migration.story.Counters;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A node that is going to leave with a log takes part in no migration any more. */
class SuspensionSimTest {
  private static final long SIZE = 64;
  private static final VirtualRange ALL = VirtualRange.all(SIZE);

  private final SimulatedCluster world = Phoenix.simulated(1, NodeConfig.of("away", SIZE));
  private final Node first = world.open();
  private final Counters counters = new Counters(false);
  private final Migration migration = Migration.on(first, counters);

  private void runUntil(BooleanSupplier condition) {
    assertThat(world.runUntil(condition, Duration.ofMinutes(2))).isTrue();
  }

  private Report end(Operation operation) {
    runUntil(operation.report()::isDone);
    return operation.report().join();
  }

  private Migration newcomer(Node... neighbours) {
    return Migration.on(world.open(neighbours), new Counters(false));
  }

  @Test
  void nodeThatIsSuspendedGivesNothingUntilThatIsCancelled() {
    migration.found();
    Operation suspension = migration.suspend();
    assertThat(end(suspension).reached()).isTrue();

    Operation join = newcomer(first).join();
    world.runFor(Duration.ofSeconds(20));
    assertThat(join.report()).isNotDone();
    assertThat(first.assumed()).isEqualTo(VirtualRangeSet.of(ALL));

    suspension.cancel();
    assertThat(end(join).reached()).isTrue();
  }

  @Test
  void transferThatIsUnderWayIsCalledOffAndTheRangeStays() {
    migration.found();
    for (long v = 0; v < SIZE; v++) {
      counters.remember(v, 1, 1);
    }
    Migration other = newcomer(first);
    var unused = other.join();
    runUntil(() -> first.assumed().size() < SIZE); // released, not handed over

    assertThat(end(migration.suspend()).reached()).isTrue();
    assertThat(first.assumed()).isEqualTo(VirtualRangeSet.of(ALL));
    assertThat(counters.last(SIZE - 1, 1)).isEqualTo(1);
    assertThat(other.interval()).isNull();
  }

  @Test
  void nodeThatReturnsHasWhatItHadAndTakesPartAgain() {
    migration.found();
    Migration other = newcomer(first);
    assertThat(end(other.join()).reached()).isTrue();
    VirtualRange mine = migration.interval();
    assertThat(end(migration.suspend()).reached()).isTrue();
    var log = world.leaveWithLog(first);
    runUntil(log::isDone);

    Node again = world.open(log.join(), world.nodes().get(0));
    Migration returned = Migration.on(again, counters);
    assertThat(returned.interval()).isEqualTo(mine);
    assertThat(end(returned.leave()).reached()).isTrue();
    assertThat(other.interval()).isEqualTo(ALL);
  }

  @Test
  void nodeInDoubtIsNotSuspendedAndSaysWhy() {
    migration.found();
    Node sink = world.open(first);
    Migration other = Migration.on(sink, new Counters(false));
    var unused = other.join();
    runUntil(() -> first.assumed().size() < SIZE);
    world.runFor(Duration.ofNanos(1)); // nothing is to be sent: the range is handed over at once
    world.crash(sink);
    runUntil(migration::isInDoubt);

    Operation suspension = migration.suspend();
    Report report = end(suspension);
    assertThat(report.reached()).isFalse();
    assertThat(report.reason()).contains("it is not known who assumes");

    var back = migration.reclaim(ALL);
    runUntil(back::isDone);
    assertThat(end(migration.suspend()).reached()).isTrue();
  }
}
