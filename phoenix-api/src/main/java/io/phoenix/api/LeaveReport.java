package io.phoenix.api;

/**
 * What became of the messages that a node held when it left.
 *
 * @param handedOver messages for others that were passed on
 * @param logged messages written to the log, to be picked up by the node that returns with it
 * @param lost messages that could not be handed over and are in no log
 * @param assumed the virtual nodes that wait for the return
 * @param inOrder whether every peer was told; if not, the return settles what was in doubt
 */
public record LeaveReport(
    long handedOver, long logged, long lost, VirtualRangeSet assumed, boolean inOrder) {}
