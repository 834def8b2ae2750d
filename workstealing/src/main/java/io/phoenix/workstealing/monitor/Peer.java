package io.phoenix.workstealing.monitor;

/**
 * What is known here of another node.
 *
 * @param info what it said last
 * @param heardNs when that was heard
 * @param latencyNs how long it takes to answer, smoothed; 0 if it has not been asked yet
 */
public record Peer(PeerInfo info, long heardNs, long latencyNs) {}
