/**
 * The simulator's world: a network of hosts under one virtual clock, everything in it following
 * from one seed. The real cores run in it, as many nodes to a JVM as one likes.
 *
 * <p>Start with {@link io.phoenix.routing.sim.SimWorld}. Its {@link
 * io.phoenix.routing.sim.SimNetwork} has {@link io.phoenix.routing.sim.SimHost}s; a host has the
 * two things that a node is opened with, a {@link io.phoenix.routing.sim.SimLoop} and a {@link
 * io.phoenix.routing.sim.SimTransport}. {@link io.phoenix.routing.sim.SimCluster} is all of this
 * behind {@code Phoenix.simulated}, for programs that know the API only; it opens nodes of {@code
 * routing.runtime}. Nothing else here knows of nodes or protocols, and imports more than {@code
 * routing.world} and the API. {@code routing.sim.scenario} calls in.
 *
 * <p><b>Invariant.</b> Same seed, same events, in the same order, at the same times: no clock but
 * the virtual one, no thread, no chance but {@link io.phoenix.routing.sim.SimWorld#random}, and
 * nothing depends on identity hash codes.
 *
 * <p><b>Faults.</b>
 *
 * <ul>
 *   <li>latency, jitter and bandwidth of each path and direction ({@link
 *       io.phoenix.routing.sim.PathSettings}); bytes arrive in other pieces than they were sent in;
 *   <li>firewalls: A can dial B but not B A; refused, or swallowed ({@link
 *       io.phoenix.routing.sim.Reach});
 *   <li>a connection is cut with bytes in flight, any prefix of which arrives, and each end learns
 *       of it at another time; or it dies and neither end learns anything ({@link
 *       io.phoenix.routing.sim.SimConnection});
 *   <li>no packet passes between two sets of hosts; connections hang, and go on after healing if
 *       nobody has given them up; or they are reset ({@link io.phoenix.routing.sim.Blockage});
 *   <li>a node pauses and its events pile up; a node crashes, noticed or not ({@link
 *       io.phoenix.routing.sim.SimHost#pause}, {@link io.phoenix.routing.sim.SimNetwork#crash}).
 * </ul>
 */
@NullMarked
package io.phoenix.routing.sim;

import org.jspecify.annotations.NullMarked;
