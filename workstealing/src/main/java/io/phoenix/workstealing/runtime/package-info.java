/**
 * Drives work stealing on a node: {@link io.phoenix.workstealing.runtime.StealingNode} carries
 * messages and timers between the node, the {@code Site} of the present job and the clearinghouse,
 * if that lives here; {@code ThreadWorkerRunner} runs the site's workers on threads, {@code
 * SimulatedWorkerRunner} by the simulator's clock; {@code MovingState} moves subcomputations and
 * the clearinghouse along with the virtual nodes that they live at.
 *
 * <p>Used by {@link io.phoenix.workstealing.Stealing}. The only package here that knows the node,
 * its loop, and threads.
 */
@NullMarked
package io.phoenix.workstealing.runtime;

import org.jspecify.annotations.NullMarked;
