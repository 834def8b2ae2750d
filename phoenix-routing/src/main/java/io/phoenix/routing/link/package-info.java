/**
 * Links to neighbours: who is at the other end, whether it lives, how far away it is, and whose
 * frame goes next.
 *
 * <p>Start at {@link io.phoenix.routing.link.Links}, all of a node's links and its dialling; {@link
 * io.phoenix.routing.link.Link} is what the cores above hold in their hands; {@code Session} is one
 * wire from its first byte to its last. {@code routing.node} calls in and is told through {@link
 * io.phoenix.routing.link.LinkEvents}. May import {@code routing.world}, {@code routing.wire},
 * {@code routing.collect} and {@code phoenix-api}.
 *
 * <h2>The handshake</h2>
 *
 * <pre>
 *   dialler  ── Hello ──▶  acceptor      both at once, as the first thing on the wire
 *   dialler  ◀── Hello ──  acceptor
 *   dialler  ── Ping ───▶  acceptor      by each side when it finds the other's Hello good
 *   dialler  ◀── Pong ───  acceptor      by each side at once
 * </pre>
 *
 * <p>A link is up on the side that has its first Pong: then the other side is known to agree, and
 * the round trip is known from the start. A Pong goes out before anything else can, so that nothing
 * but Ping and Pong arrives at a side that is not up yet.
 *
 * <h2>Two wires between the same two nodes</h2>
 *
 * <p>There is one order of all wires between two nodes, and both sides compute it alike: the wire
 * on the better rung comes first (each side says in its Hello how good it knows the wire to be; the
 * lesser of the two counts); then the wire dialled by the smaller name; of two by one dialler, the
 * one with the higher dial number, which is in the dialler's Hello. A side that has two links up
 * closes the lesser one, with a Bye that says so. Because the order is total and shared, the two
 * sides never close both. A side may also decline a wire before it has sent a Pong on it, since the
 * other side cannot have it up: so a node that dials in vain (a link came up meanwhile) disturbs
 * nothing.
 *
 * <h2>The ladder</h2>
 *
 * <p>A port may be reached in more than one way: directly, or through a tunnel. A {@code
 * PortDialler} has a {@code RungDialler} for each. A rung dials while there is no link to the peer,
 * or one on a lesser rung only; in the latter case slowly. So a pair that is linked by a tunnel,
 * whoever made it, gets a direct link when there can be one; the order of wires then closes the
 * tunnel, and what was lost in it is sent again by the flows.
 *
 * <p>Besides ports, which are dialled for ever, there are attempts for the sake of the mesh ({@code
 * routing.mesh}): a {@code SpareDialler} tries the ways to one node once, and closes the wire if
 * another node answers. Its Hello says what the link is for, and a node that has enough of these
 * declines.
 *
 * <p>Invariants: per peer, {@code onLinkUp} and {@code onLinkDown} alternate; whatever a peer sends
 * closes at most its own link; every queue and wait has a bound in {@link
 * io.phoenix.routing.link.LinkSettings}. Paper 001, §3.1: Phoenix nodes connect to a few others
 * only, the rest is routed.
 */
@NullMarked
package io.phoenix.routing.link;

import org.jspecify.annotations.NullMarked;
