package io.phoenix.migration.story;

import java.time.Duration;

/**
 * How a story ended.
 *
 * @param nodes how many nodes are left
 * @param messages how many messages were sent, all of which have been handled
 * @param moves how many ranges were moved
 * @param virtualTime how long it took
 * @param trace the steps of the protocol, in order
 */
public record Ending(
    int nodes, long messages, long moves, Duration virtualTime, TraceModule.Trace trace) {}
