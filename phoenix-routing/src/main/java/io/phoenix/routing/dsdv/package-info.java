/**
 * Routes between nodes over whatever links exist: DSDV, made sound.
 *
 * <p>{@link io.phoenix.routing.dsdv.Dsdv} is one node's side of the protocol: the node core tells
 * it of neighbours that come, go and change their cost, and of what they say; it answers with
 * {@link io.phoenix.routing.dsdv.DsdvEffects} and keeps the table that every frame is looked up in.
 * It may import {@code routing.world} (timers) and {@code routing.collect}, nothing else of
 * Phoenix.
 *
 * <p><b>Invariant: no loop at any instant.</b> Whatever is in flight, following next hops from node
 * to node never comes back to where it was: see {@link io.phoenix.routing.dsdv.Feasibility} for the
 * condition and its proof, which is the heart of the package.
 *
 * <p>From the outside in: {@code Dsdv} turns events into changes of {@code Destination}s (what
 * neighbours offer, what is selected, what was advertised); {@code Announcer} says what changed;
 * {@code Petitioner} asks for newer sequence numbers where only infeasible routes are left; {@code
 * Reaper} forgets. {@code Metric} and {@code Threshold} are the arithmetic.
 *
 * <p>Papers: Perkins and Bhagwat, <i>Highly Dynamic Destination-Sequenced Distance-Vector
 * Routing</i>, SIGCOMM 1994, which paper 001 §5 builds on; feasibility and requests for sequence
 * numbers as in Babel (RFC 8966 §3.5 and §3.8). Departures from both:
 *
 * <ul>
 *   <li>Destinations are nodes, not intervals, and a lost route is retracted under the number it
 *       had (DSDV counts the number up to an odd one, which knocks out good alternatives
 *       elsewhere).
 *   <li>No periods: links are TCP, so an update that was sent over a link that is still up arrives,
 *       once, in order. At rest nothing is sent. A new neighbour is sent the whole table; all
 *       others learn what changes.
 *   <li>No split horizon: it is not needed against loops, and without it one list serves all
 *       neighbours, whichever of them is the next hop, so that there is nothing to put right when
 *       the next hop changes.
 *   <li>A new number is told to those who need it, not to everybody: it travels back along the way
 *       that the request for it came, and elsewhere only together with a change of the metric. (In
 *       a network of a thousand nodes, telling everybody made the repair of one cut fifty times as
 *       expensive.) So a newer number alone is no reason to change the next hop either; it is what
 *       makes any route feasible.
 *   <li>DSDV's settling time (hold a new number back until its best metric is in) is replaced by
 *       hysteresis, and by news travelling fastest along the fastest path: the metric is round-trip
 *       time.
 * </ul>
 */
@NullMarked
package io.phoenix.routing.dsdv;

import org.jspecify.annotations.NullMarked;
