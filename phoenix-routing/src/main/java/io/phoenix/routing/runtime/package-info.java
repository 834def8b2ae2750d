/**
 * The running node: {@link io.phoenix.routing.runtime.OverlayNode} implements {@link
 * io.phoenix.api.Node} by carrying each call to the node's loop, where {@code routing.node} does
 * the work. Around it, what threads share: {@code Mailbox}, {@code SendBudget}, and the queue of
 * messages on their way to the loop. {@link io.phoenix.routing.runtime.Leaving} is a leave under
 * way, {@code LeaveToFile} one with a log.
 *
 * <p><b>Invariant.</b> Each message that a node sends is counted once in its {@code SendBudget},
 * from {@code send} until a peer has accepted it or it is given up: under way, or waiting for
 * somebody who is away. It waits if it is held by the dispatcher or in {@code NodeMail}, or is in
 * the flow to a node out of reach; those places tell when it comes and goes. So whoever is away
 * keeps nobody from sending to others (paper 001, section 3.4). A thread decides by a {@code
 * Presence}, a picture of who is there, which exists only while much waits: more than {@code
 * awayBufferBytes} is accepted only for as long as the picture is behind.
 *
 * <p>If the virtual machine fails on the loop (out of memory, out of stack), the cores cannot be
 * trusted any more: the node closes its port, and every call throws and says why.
 *
 * <p>The same class runs over TCP, over memory and in the simulator; it is given its loop and its
 * transport. May import the cores, {@code log} and {@code world}, but no transport.
 */
@NullMarked
package io.phoenix.routing.runtime;

import org.jspecify.annotations.NullMarked;
