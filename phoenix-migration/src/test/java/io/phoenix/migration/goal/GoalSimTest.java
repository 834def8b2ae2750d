package io.phoenix.migration.goal;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.Migration;
import io.phoenix.migration.MigrationSettings;
import io.phoenix.migration.Operation;
import io.phoenix.migration.state.MigratingState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joining, leaving and balancing, many at once. */
class GoalSimTest {
  private static final long SPACE = 1 << 20;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final SimulatedCluster world = Phoenix.simulated(1, NodeConfig.of("goals", SPACE));
  private final List<Node> nodes = new ArrayList<>();
  private final List<Migration> migrations = new ArrayList<>();

  /** Opens nodes one after the other, each of which joins. */
  private void open(int count) {
    for (int i = 0; i < count; i++) {
      Node node = world.open(nodes.toArray(Node[]::new));
      nodes.add(node);
      migrations.add(Migration.on(node, MigratingState.none()));
      if (i == 0) {
        migrations.get(0).found();
      } else {
        assertThat(all(migrations.subList(i, i + 1), Migration::join).get(0).reached()).isTrue();
      }
    }
  }

  private List<Report> all(List<Migration> some, Function<Migration, Operation> goal) {
    List<Operation> operations = some.stream().map(goal).toList();
    assertThat(world.runUntil(() -> operations.stream().allMatch(o -> o.report().isDone()), LIMIT))
        .isTrue();
    return operations.stream().map(o -> o.report().join()).toList();
  }

  private List<VirtualRange> intervals() {
    return migrations.stream().map(Migration::interval).filter(i -> i != null).toList();
  }

  private long largest() {
    return intervals().stream().mapToLong(VirtualRange::size).max().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 7})
  void aWholeLanLeavesAtOnceInBoundedTime(int leavers) {
    open(8);

    List<Report> reports = all(migrations.subList(0, leavers), Migration::leave);

    long bound = MigrationSettings.defaults().goals().leaveNs();
    assertThat(reports)
        .allMatch(Report::reached)
        .allMatch(report -> report.durationNs() <= bound)
        .allMatch(report -> report.toString().startsWith("leave done after"));
    assertThat(intervals()).hasSize(8 - leavers);
    assertThat(intervals().stream().mapToLong(VirtualRange::size).sum()).isEqualTo(SPACE);
  }

  @Test
  void ofAllThatLeaveAtOnceOneIsTheLastAndIsToldSo() {
    open(6);

    List<Report> reports = all(migrations, Migration::leave);

    assertThat(reports).filteredOn(Report::reached).hasSize(5);
    assertThat(reports)
        .filteredOn(report -> !report.reached())
        .singleElement()
        .satisfies(report -> assertThat(report.reason()).contains("this is the last node"));
    assertThat(intervals()).containsExactly(VirtualRange.all(SPACE));
  }

  @Test
  void nodesThatBalanceAllAtOnceComeCloserAndThenLeaveEachOtherAlone() {
    open(8);
    long before = largest();
    for (int i = 0; i < 20; i++) {
      all(migrations, Migration::balance);
    }
    long after = largest();
    assertThat(after).isLessThan(before).isLessThan(SPACE / 8 * 3 / 2);

    List<VirtualRange> settled = intervals();
    assertThat(all(migrations, Migration::balance))
        .allMatch(Report::reached)
        .allMatch(report -> report.moves().isEmpty());
    assertThat(intervals()).isEqualTo(settled);
  }
}
