package io.phoenix.routing.node;

import io.phoenix.api.NodeConfig;
import io.phoenix.routing.world.NameKey;

/**
 * What a core must know of its configuration.
 *
 * @param key this node's resource name, and what proves it
 * @param config the user's settings
 * @param forgetNs after how long a node that vanished is no longer waited for
 * @param tombstoneNs for how long a node that has left or vanished is remembered
 * @param fenceRetryNs after how long a fence that has not come back is sent again
 * @param transitBytes how much of others' messages may wait here before peers are held back
 */
public record NodeSettings(
    NameKey key,
    NodeConfig config,
    long forgetNs,
    long tombstoneNs,
    long fenceRetryNs,
    long transitBytes) {

  private static final int TOMBSTONE_FACTOR = 10;

  /** This node's resource name. */
  long self() {
    return key.name();
  }

  /** The settings of a node with this name. */
  public static NodeSettings of(NameKey key, NodeConfig config) {
    long forgetNs = config.forgetAfter().toNanos();
    long tombstoneNs = TOMBSTONE_FACTOR * Math.min(forgetNs, Long.MAX_VALUE / 100);
    return new NodeSettings(
        key, config, forgetNs, tombstoneNs, 2_000_000_000L, config.mailboxBytes());
  }
}
