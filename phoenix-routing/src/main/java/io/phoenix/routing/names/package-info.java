/**
 * Names: who assumes which virtual nodes, and how messages stay in order while that changes.
 *
 * <p>{@link io.phoenix.routing.names.Dispatcher} is asked where a message goes; {@link
 * io.phoenix.routing.names.NameTable} holds the space, cut into pieces; {@link
 * io.phoenix.routing.names.Owners} works out the pieces' owners from the records that nodes flood;
 * {@link io.phoenix.routing.names.Fences} finds out when nothing is under way along an old way.
 * Called by {@code routing.node}; imports {@code flow} for parcels and lanes.
 *
 * <p><b>Invariants.</b> The epochs of a virtual node only grow, and the highest (epoch, name) owns
 * it. A message is resolved to an owner at an epoch; handed on, it is resolved to a higher one, so
 * it cannot circle. In each channel (piece, lane, generation), either all messages under way went
 * to one owner at one epoch, or a fence is out behind them and later ones are held.
 *
 * <p><b>Why order holds.</b> Messages of one sender to one virtual node enter one channel at each
 * node they pass, in order. A channel sends them on through one flow, in order, until the owner
 * changes; then only after its fence has come back, which followed them all the way to the owner. A
 * sender reaches a later generation of a node only after its own fence has passed the earlier one.
 *
 * <p><b>What is delivered is not received.</b> An application that calls {@code recv} may release a
 * range while messages for it are queued: they go back, and on to the next owner, before all that
 * comes after them (paper 001, section 3.3: a node receives for what it "assumes at the point of
 * the call"). A fence that reaches an owner cannot wait until all is received, for the application
 * may wait for a message behind the fence. So the acknowledgement says that messages may be queued
 * at that owner, and the channel's way then leads there: if the owner changes, another fence
 * follows them. Messages that went back when an epoch was released go before everything that was
 * resolved to that epoch or an earlier one.
 *
 * <p>A node that leaves waits for its own fences first, but not for ever: others wait for it, and
 * in a slow network each of several that leave would wait for the others. What it has sent on by
 * then was accepted by the next node on the way, so those who sent through it can take up the way
 * from there: it leaves its ways behind, in its last record ({@link
 * io.phoenix.routing.names.Fences#inherit}).
 *
 * <p>What waits for an owner when its holder leaves for good goes into the keeping of a node that
 * stays ({@code Keeping}), together with the ways that must be clear before it may go on.
 *
 * <p><b>A takeover is not a migration.</b> A node that crashed never sends a fence on, so a sender
 * must not wait for one. It goes on at once, without a fence, if the way in question is a
 * <em>tenure that was taken over</em> ({@link io.phoenix.routing.names.Tenure}: an owner at an
 * epoch):
 *
 * <ol>
 *   <li>another node's claim says that it took the range over from this tenure: when it assumed the
 *       range, it had heard of the tenure and of no release of it, and had no token for it;
 *   <li>the former owner's newest record claims the range at exactly this epoch, and it has neither
 *       left nor returned under another name;
 *   <li>there is no way to the former owner.
 * </ol>
 *
 * By (1) and (2) the former owner had not handed the range over, so whatever it accepted at that
 * epoch ended there: nothing of it is under way to the new owner, and nothing can be overtaken. A
 * migration never looks like that, whoever is cut off from whom meanwhile. The token, or the
 * release, is known to the next owner before it claims, and its claim, which is one indivisible
 * statement, says so. The order in which a sender hears of records does not matter (after a cut, a
 * claim may come before the release that it followed). A program that tells the next owner of a
 * release by other means than messages must use the token. In all other cases the fence is waited
 * for, until the former owner is given up. What is unsent is bound to a new owner then, too; what
 * was sent and not acknowledged is in doubt, and said. See {@code node.Takeovers}.
 *
 * <p><b>Where it does not.</b> A node whose range is taken over may be alive after all, only cut
 * off. When it comes back, what was in doubt arrives after messages that were sent later; none is
 * lost or arrives twice. Likewise a node that cannot be reached for {@code forgetAfter} may have
 * crashed: fences through it are given up, or those who wait for them would do so for ever. If it
 * was only cut off and comes back, what it held for a range that has moved meanwhile arrives after
 * messages that were sent later. It is not lost, and does not arrive twice.
 *
 * <p><b>Departs from the design's letter:</b> only nodes that a message was handed to re-target it,
 * not relays on its route. A relay that took a frame out of its flow would break the numbers by
 * which the flow knows what has arrived; the hop that this would save is one of a message per
 * sender and change of owner.
 *
 * <p>Paper 001, section 3.3: messages to a virtual node that nobody assumes are queued, "rather
 * than lost, bounced, or redirected".
 */
@NullMarked
package io.phoenix.routing.names;

import org.jspecify.annotations.NullMarked;
