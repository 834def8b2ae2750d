package io.phoenix.routing.node;

/**
 * How much a node remembers of others. None of it may grow with time or with what a peer says.
 *
 * @param records records of nodes, be they there or not
 * @param successors names of nodes that returned under another one
 * @param routes nodes that routing knows, reachable or not
 * @param flows nodes with which messages were exchanged
 * @param absent nodes that are not there, and are or were waited for
 * @param pieces pieces of the space of which different things are known
 * @param assemblyBytes length of messages of which only some frames have come
 * @param relayBytes frames that wait to be passed on
 * @param refused what peers sent and a bound forbade
 */
public record Holdings(
    int records,
    int successors,
    int routes,
    int flows,
    int absent,
    int pieces,
    long assemblyBytes,
    long relayBytes,
    long refused) {}
