package io.phoenix.apps.storm;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.VirtualRange;
import java.util.ArrayList;
import java.util.List;

/**
 * What kind of storm it shall be.
 *
 * @param nodes how many nodes take part
 * @param seed where all chance comes from
 * @param movesPerSecond intervals that change their node, over all nodes
 * @param cutsPerSecond times that a node cuts its links, over all nodes
 * @param messagesPerNode how many messages each node starts; each hops on until the storm ends
 * @param largeEvery one in so many hops is large (100 kB to 1 MiB)
 */
record StormSettings(
    int nodes,
    long seed,
    double movesPerSecond,
    double cutsPerSecond,
    int messagesPerNode,
    int largeEvery) {

  /** The name under which the nodes know each other as one application. */
  static final String APPLICATION = "storm";

  /** Virtual nodes: few, so that each stream carries many messages and its state moves cheaply. */
  static final int SPACE = 4096;

  /** Intervals move in multiples of this: the space never falls into single virtual nodes. */
  static final int CELL = 16;

  /** Checks each setting. */
  StormSettings {
    require(nodes >= 2, "nodes=" + nodes + " must be at least 2: one node alone has no links");
    require(nodes <= SPACE / CELL, "nodes=" + nodes + " must be at most " + SPACE / CELL);
    require(movesPerSecond >= 0, "moves-per-second=" + movesPerSecond + " must not be negative");
    require(cutsPerSecond >= 0, "cuts-per-second=" + cutsPerSecond + " must not be negative");
    require(messagesPerNode > 0, "messages=" + messagesPerNode + " must be above 0");
    require(largeEvery > 0, "large-every=" + largeEvery + " must be above 0");
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  /** The defaults. */
  static StormSettings of(int nodes, long seed) {
    return new StormSettings(nodes, seed, 10, 2, 32, 200);
  }

  /** The configuration of each node. */
  static NodeConfig nodeConfig() {
    return NodeConfig.of(APPLICATION, SPACE);
  }

  /** How many streams lead to each virtual node. */
  int streams() {
    return nodes * Streams.PER_NODE;
  }

  /** What a node assumes at the start. */
  VirtualRange share(int index) {
    int cells = SPACE / CELL;
    return VirtualRange.of(
        (long) cells * index / nodes * CELL, (long) cells * (index + 1) / nodes * CELL);
  }

  /** These settings as command-line options of a node's process. */
  List<String> toOptions() {
    var options = new ArrayList<String>();
    options.add("--nodes=" + nodes);
    options.add("--seed=" + seed);
    options.add("--moves-per-second=" + movesPerSecond);
    options.add("--cuts-per-second=" + cutsPerSecond);
    options.add("--messages=" + messagesPerNode);
    options.add("--large-every=" + largeEvery);
    return options;
  }
}
