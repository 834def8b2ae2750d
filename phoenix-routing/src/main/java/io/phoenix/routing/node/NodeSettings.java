package io.phoenix.routing.node;

import io.phoenix.api.NodeConfig;

/**
 * What a core must know of its configuration.
 *
 * @param self this node's resource name
 * @param config the user's settings
 * @param forgetNs after how long a node that vanished is no longer waited for
 * @param fenceRetryNs after how long a fence that has not come back is sent again
 * @param transitBytes how much of others' messages may wait here before peers are held back
 */
public record NodeSettings(
    long self, NodeConfig config, long forgetNs, long fenceRetryNs, long transitBytes) {

  /** The settings of a node with this name. */
  public static NodeSettings of(long self, NodeConfig config) {
    return new NodeSettings(
        self, config, config.forgetAfter().toNanos(), 2_000_000_000L, config.mailboxBytes());
  }
}
