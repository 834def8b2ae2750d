package io.phoenix.workstealing.monitor;

/**
 * What this node knows of another one.
 *
 * @param info the latest news of the other node
 * @param heardNs when this node heard them
 * @param latencyNs how long the other node takes to answer, smoothed; 0 if it was not asked yet
 */
public record Peer(PeerInfo info, long heardNs, long latencyNs) {}
