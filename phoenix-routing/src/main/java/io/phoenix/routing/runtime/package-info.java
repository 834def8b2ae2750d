/**
 * The running node: {@link io.phoenix.routing.runtime.OverlayNode} implements {@link
 * io.phoenix.api.Node} by carrying each call to the node's loop, where {@code routing.node} does
 * the work. Around it, what threads share: {@code Mailbox}, {@code SendBudget}, and the queue of
 * messages on their way to the loop.
 *
 * <p>The same class runs over TCP, over memory and in the simulator; it is given its loop and its
 * transport. May import the cores, {@code log} and {@code world}, but no transport.
 */
@NullMarked
package io.phoenix.routing.runtime;

import org.jspecify.annotations.NullMarked;
