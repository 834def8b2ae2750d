package io.phoenix.bench.stealing;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;

/** A node of this process that listens at a port, and has all that a distributed run has. */
final class OwnNode implements AutoCloseable {
  private final Node node;
  private final Stealing stealing;

  OwnNode(int workers) {
    this.node = Phoenix.open(NodeConfig.of("phoenix-bench", 1L << 40));
    this.stealing =
        Stealing.on(
            node, Applications.installed(), StealingSettings.defaults().withWorkers(workers));
    stealing.found();
  }

  Stealing stealing() {
    return stealing;
  }

  @Override
  public void close() {
    stealing.close();
    node.close();
  }
}
