package io.phoenix.routing.names;

/**
 * The time during which one node has a virtual node: it assumes it at this epoch.
 *
 * @param owner the node
 * @param epoch the ownership epoch
 */
public record Tenure(long owner, long epoch) {}
