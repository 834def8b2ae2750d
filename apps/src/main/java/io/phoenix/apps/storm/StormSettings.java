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
 * @param churn whether nodes join and leave, and intervals move by the migration protocol
 * @param churnPerSecond how many nodes join or leave a second, if they do
 */
record StormSettings(
    int nodes,
    long seed,
    double movesPerSecond,
    double cutsPerSecond,
    int messagesPerNode,
    int largeEvery,
    boolean churn,
    double churnPerSecond) {

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
    require(churnPerSecond >= 0, "churn-per-second=" + churnPerSecond + " must not be negative");
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  /** The defaults. */
  static StormSettings of(int nodes, long seed) {
    return new StormSettings(nodes, seed, 10, 2, 32, 200, false, 1);
  }

  /** With or without nodes that join and leave. */
  StormSettings withChurn(boolean changed, double perSecond) {
    return new StormSettings(
        nodes,
        seed,
        movesPerSecond,
        cutsPerSecond,
        messagesPerNode,
        largeEvery,
        changed,
        perSecond);
  }

  /** How few nodes are left while they come and go. */
  int fewestNodes() {
    return Math.max(2, nodes / 2);
  }

  /** How many there are at most. */
  int mostNodes() {
    return nodes + nodes / 2;
  }

  /** The same, with intervals that move by the migration protocol. */
  StormSettings withChurn() {
    return new StormSettings(
        nodes,
        seed,
        movesPerSecond,
        cutsPerSecond,
        messagesPerNode,
        largeEvery,
        true,
        churnPerSecond);
  }

  /** The configuration of each node. */
  static NodeConfig nodeConfig() {
    return NodeConfig.of(APPLICATION, SPACE);
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
    if (churn) {
      options.add("--churn");
    }
    return options;
  }
}
