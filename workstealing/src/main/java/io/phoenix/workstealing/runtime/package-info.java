/**
 * Drives work stealing on a node. Programs open {@link io.phoenix.workstealing.runtime.Stealing} on
 * a node, join and submit jobs. Behind it, {@code StealingNode} carries messages and timers between
 * the node, the {@code Site} of the present job, and the clearinghouse while this node has it;
 * {@code ThreadWorkerRunner} runs the site's workers on threads, {@code SimulatedWorkerRunner} by
 * the simulator's clock; {@code MovingState} moves subcomputations and the clearinghouse along with
 * the virtual nodes that they live at.
 *
 * <p>Imports all other packages of the module. It alone knows the node, its loop, and threads.
 */
@NullMarked
package io.phoenix.workstealing.runtime;

import org.jspecify.annotations.NullMarked;
