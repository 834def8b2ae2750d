package io.phoenix.routing.names;

import io.phoenix.routing.flow.Positions;

/**
 * How far a node that has left had accepted the messages of another one.
 *
 * @param source who sent them
 * @param destination the name under which they were accepted: the last one that the node had, or
 *     one before
 * @param accepted how far
 */
public record AcceptedFlow(long source, long destination, Positions accepted) {}
