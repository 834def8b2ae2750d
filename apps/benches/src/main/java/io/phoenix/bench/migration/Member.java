package io.phoenix.bench.migration;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.Migration;
import io.phoenix.migration.MigrationSettings;
import io.phoenix.migration.state.Weights;
import java.util.List;

/** A node over TCP with its migration and its state. */
record Member(Node node, Migration migration, Blocks state) implements AutoCloseable {
  static final long SPACE = 1 << 20;

  static Member open(boolean live, List<Member> others) {
    return open(live, others, Weights.bySize());
  }

  static Member open(boolean live, List<Member> others, Weights weights) {
    NodeConfig config =
        NodeConfig.of("bench", SPACE)
            .withPorts(others.stream().map(other -> other.node.localPort()).toList());
    Node node = Phoenix.open(config);
    var state = new Blocks(live);
    return new Member(
        node, Migration.on(node, state, MigrationSettings.defaults().withWeights(weights)), state);
  }

  VirtualRange interval() {
    VirtualRange interval = migration.interval();
    if (interval == null) {
      throw new IllegalStateException(node.resourceName() + " assumes nothing");
    }
    return interval;
  }

  @Override
  public void close() {
    node.close();
  }
}
