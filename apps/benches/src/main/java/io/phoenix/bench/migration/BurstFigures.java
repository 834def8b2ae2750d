package io.phoenix.bench.migration;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.bench.Rows;
import io.phoenix.migration.Migration;
import io.phoenix.migration.MigrationSettings;
import io.phoenix.migration.Operation;
import io.phoenix.migration.state.MigratingState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Many nodes join within ten seconds of virtual time, then half of them leave; simulated. */
final class BurstFigures {
  private static final long SPACE = 1L << 32;
  private static final Duration BURST = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final int LINKS = 3;

  private final int size;
  private final SimulatedCluster world = Phoenix.simulated(7, NodeConfig.of("bench", SPACE));
  private final SplittableRandom random = new SplittableRandom(7);
  private final List<Node> nodes = new ArrayList<>();
  private final List<Migration> migrations = new ArrayList<>();
  private long steps;

  BurstFigures(int size) {
    this.size = size;
  }

  void measure(Rows rows, Consumer<String> progress) {
    long wallNs = System.nanoTime();
    open().found();
    List<Operation> joins = new ArrayList<>();
    for (int i = 1; i < size; i++) {
      world.runFor(BURST.dividedBy(size));
      joins.add(open().join());
      if (i % 50 == 0) {
        progress.accept("%d of %d nodes have been opened".formatted(i, size));
      }
    }
    Duration lastOpened = world.now();
    await(joins, progress);
    Duration joined = world.now();
    rows.add(
        size + " nodes join in 10 s: done after the last was opened",
        seconds(joined.minus(lastOpened)),
        "s");
    rows.add("... steps of the protocol per node", (double) steps / size, "");
    steps = 0;
    List<Operation> leaves = new ArrayList<>();
    for (int i = 0; i < size; i += 2) {
      leaves.add(migrations.get(i).leave());
    }
    Duration began = world.now();
    await(leaves, progress);
    rows.add("half of them leave at once: done after", seconds(world.now().minus(began)), "s");
    rows.add("... steps of the protocol per node that leaves", steps * 2.0 / size, "");
    VirtualRangeSet owned = VirtualRangeSet.empty();
    long left = 0;
    for (int i = 0; i < size; i++) {
      owned = owned.union(nodes.get(i).assumed());
      left += i % 2 == 0 && nodes.get(i).assumed().isEmpty() ? 1 : 0;
    }
    rows.atLeast("... that gave everything away", (double) left, "", Math.ceil(size / 2.0));
    rows.atLeast("... part of the space that is assumed", (double) owned.size() / SPACE, "", 1);
    rows.add("wall time of all this", (System.nanoTime() - wallNs) / 1e9, "s");
  }

  private Migration open() {
    List<Node> known = new ArrayList<>();
    for (int i = 0; i < Math.min(LINKS, nodes.size()); i++) {
      known.add(nodes.get(random.nextInt(nodes.size())));
    }
    Node node = world.open(known.stream().distinct().toArray(Node[]::new));
    Migration migration =
        Migration.on(node, MigratingState.none(), MigrationSettings.defaults(), step -> steps++);
    nodes.add(node);
    migrations.add(migration);
    return migration;
  }

  private void await(List<Operation> operations, Consumer<String> progress) {
    int next = 0;
    Duration deadline = world.now().plus(PATIENCE);
    while (next < operations.size()) {
      if (operations.get(next).report().isDone()) {
        next++;
      } else if (world.now().compareTo(deadline) > 0) {
        throw new IllegalStateException("not done within " + PATIENCE + " of virtual time");
      } else {
        world.runFor(Duration.ofMillis(20));
        progress.accept("%d of %d are done".formatted(next, operations.size()));
      }
    }
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
