package io.phoenix.bench.migration;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.bench.Rows;
import io.phoenix.migration.Migration;
import io.phoenix.migration.MigrationListener;
import io.phoenix.migration.MigrationSettings;
import io.phoenix.migration.Operation;
import io.phoenix.migration.goal.GoalSettings;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.transfer.Move;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** How even 64 intervals are that came about by joining one after the other; in the simulator. */
final class BalanceFigures {
  private static final int NODES = 64;
  private static final long SPACE = 1 << 20;
  private static final int ROUNDS = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final MigrationSettings settings;
  private final SimulatedCluster world;
  private final List<Migration> migrations = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private long moved;

  private BalanceFigures(int probes) {
    GoalSettings d = GoalSettings.defaults();
    settings =
        MigrationSettings.defaults()
            .withGoals(
                new GoalSettings(
                    probes,
                    d.tolerance(),
                    d.probeNs(),
                    d.attemptNs(),
                    d.restNs(),
                    d.maxRestNs(),
                    d.leaveNs()));
    world = Phoenix.simulated(64, NodeConfig.of("bench", SPACE));
  }

  static void measure(Rows rows) {
    var plain = new BalanceFigures(1);
    plain.joinAll();
    rows.add("64 joins, the first interval found is halved: largest/mean", plain.largest(), "x");
    var probing = new BalanceFigures(GoalSettings.defaults().probes());
    probing.joinAll();
    rows.add("64 joins, the heaviest of 4 is halved: largest/mean", probing.largest(), "x");
    rows.add(
        "... moved per join, of one node's share", probing.moved / (NODES - 1.0) / share(), "x");
    probing.moved = 0;
    for (int round = 0; round < ROUNDS; round++) {
      probing.balanceAll();
    }
    rows.atMost("... after balancing: largest/mean", probing.largest(), "x", 1.5);
    rows.add(
        "... moved to balance, of one node's share", probing.moved / (double) NODES / share(), "x");
  }

  private static double share() {
    return (double) SPACE / NODES;
  }

  private void joinAll() {
    for (int i = 0; i < NODES; i++) {
      List<Node> known = nodes.subList(Math.max(0, nodes.size() - 3), nodes.size());
      Node node = world.open(known.toArray(Node[]::new));
      Migration migration = Migration.on(node, MigratingState.none(), settings);
      migration.addListener(
          new MigrationListener() {
            @Override
            public void onMoved(Move move) {
              if (move.result() == Move.Result.MOVED && move.to().equals(node.resourceName())) {
                moved += move.range().size();
              }
            }
          });
      nodes.add(node);
      migrations.add(migration);
      if (i == 0) {
        migration.found();
      } else {
        await(migration.join());
      }
    }
  }

  private void balanceAll() {
    migrations.forEach(migration -> await(migration.balance()));
  }

  private void await(Operation operation) {
    if (!world.runUntil(operation.report()::isDone, PATIENCE)) {
      throw new IllegalStateException("not done within " + PATIENCE + " of virtual time");
    }
  }

  private double largest() {
    return migrations.stream()
            .mapToLong(migration -> Objects.requireNonNull(migration.interval()).size())
            .max()
            .orElseThrow()
        / share();
  }
}
