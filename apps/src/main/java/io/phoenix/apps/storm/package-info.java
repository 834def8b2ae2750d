/**
 * {@code phoenix storm}: messages hop between random virtual nodes while intervals move and links
 * are cut, and every message is accounted for (the torture test of the paper's section 3.5).
 *
 * <p>{@link io.phoenix.apps.storm.StormNode} is the program that each node runs; it sees {@code
 * io.phoenix.api} and {@code io.phoenix.migration} only, so that it runs in every world: processes
 * over TCP ({@link io.phoenix.apps.storm.ProcessWorld}) nodes inside this JVM ({@link
 * io.phoenix.apps.storm.LocalWorld}), or the simulator ({@link
 * io.phoenix.apps.storm.SimulatedWorld}). {@link io.phoenix.apps.storm.StormRun} drives a world
 * through the storm and asks {@link io.phoenix.apps.storm.Verdict} for the result; {@link
 * io.phoenix.apps.storm.StormCommand} is the way in from the command line.
 *
 * <p>With {@code --churn} nodes join and leave for good meanwhile ({@link
 * io.phoenix.apps.storm.Churn}), and intervals move by the migration protocol ({@link
 * io.phoenix.apps.storm.Balancer}, {@link io.phoenix.apps.storm.StreamState}) instead of by
 * messages of the storm's own ({@link io.phoenix.apps.storm.IntervalMover}). What a node that
 * leaves has counted is collected when it does, so its messages are accounted for, too.
 *
 * <p>The invariant that is tested: on each stream (sender, lane, virtual node) the numbers 1, 2, 3,
 * … are received once each and in order, whichever nodes the virtual node is at meanwhile. The
 * receiving end of the streams, {@link io.phoenix.apps.storm.StreamLog}, moves with the virtual
 * node, as the state of any application would.
 */
@NullMarked
package io.phoenix.apps.storm;

import org.jspecify.annotations.NullMarked;
