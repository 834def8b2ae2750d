package io.phoenix.routing.names;

import io.phoenix.api.VirtualRange;

/**
 * A way that messages took from a node, on which some may still be.
 *
 * @param range to which virtual nodes
 * @param lane in which lane
 * @param generation in the channel of this generation
 * @param owner through which node
 * @param epoch resolved to which epoch
 */
public record Way(VirtualRange range, int lane, long generation, long owner, long epoch) {}
