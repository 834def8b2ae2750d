/**
 * One node, as a core: {@link io.phoenix.routing.node.NodeCore} owns the cores of links, routes,
 * flows and names, and carries what passes between them. It is driven by {@code routing.runtime}.
 *
 * <p>Where a message to virtual node 42 goes: {@code NodeCore.send} hands it to {@code
 * names.Dispatcher}, which finds the piece of {@code names.NameTable} that 42 is in, and its owner;
 * if that is another node, {@code flow.Flows} puts it into that node's {@code SendLane}, whose
 * frames {@code link.Link} pulls towards the next hop that {@code dsdv.Dsdv} names. Nodes on the
 * way pass the frames on ({@code Relay}). At the owner, {@code LinkDuty.onData} gives them to
 * {@code flow.ReceiveLane}, and the message comes up through {@code Dispatcher.onArrival} to {@link
 * io.phoenix.routing.node.CoreEffects#deliver}.
 *
 * <p>Also here: {@code OwnClaims} and {@code Gossip}, by which nodes tell what they assume; {@code
 * NodeMail}, messages to nodes in person; {@code Departure}, a leave in order; {@code Settlement},
 * what is in doubt after a leave that was not, found out from the node's successor, or from its
 * last record; {@code Takeovers}, what becomes of messages for a node that crashed; {@code
 * Keepers}, who keeps what a leaver cannot hand over; {@link io.phoenix.routing.node.Baggage}, what
 * a node takes along; {@code Absences}, who is not there and for how long still waited for; {@code
 * Tombstones}, when those are forgotten; {@code Admission}, which records of others are kept at
 * all; and {@code MeshDuty}, what the node does for the links that it makes by itself. {@link
 * io.phoenix.routing.node.Holdings} tells how much is kept; {@code Refusals} counts what a bound
 * forbade.
 *
 * <p>A node that vanished may be alive, behind a network that is broken. When it is given up, those
 * who wait for it go on, and messages for it no longer take up room in the send buffer; but they
 * are kept, and arrive in order when it comes back. What is sent to its name after that is kept,
 * too, until it would take up more than another send buffer: see {@code NodeMail}. Messages to the
 * name of a node that has left, and has not returned in that time, are dropped.
 *
 * <p>Imports the other cores; nothing that does I/O.
 */
@NullMarked
package io.phoenix.routing.node;

import org.jspecify.annotations.NullMarked;
