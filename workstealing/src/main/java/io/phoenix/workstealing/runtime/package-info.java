/**
 * Drives work stealing on a node. Programs open {@link io.phoenix.workstealing.runtime.Stealing} on
 * a node, join and submit jobs. Behind it, {@code StealingNode} carries messages and timers between
 * the node, the {@code Site} of the present job, and the clearinghouse while this node has it;
 * {@code ThreadWorkerRunner} runs the site's workers on threads, {@code SimulatedWorkerRunner} by
 * the simulator's clock; {@code MovingState} moves subcomputations and the clearinghouse along with
 * the virtual nodes that they live at.
 *
 * <p><b>Memory.</b> What other nodes can make this one keep has a bound, and what comes beyond it
 * is dropped or refused on receipt: messages of a job that this node does not know yet ({@code
 * EarlyMessages}), notices of senders that are not known to be the clearinghouse ({@code
 * KnownClearinghouses}), requests for work that wait for a worker ({@code Victim}), lines that
 * tasks write ({@code LineBuffer}), news of other nodes ({@code Monitor}). Two things have no bound
 * but what members do. The {@code Outbox} keeps messages that find no room in the node: answers, at
 * most one for each request that came, and results, one for each subcomputation that ended here.
 * And this node takes all the work that it is given: refused work would be lost.
 *
 * <p>Imports all other packages of the module. It alone knows the node, its loop, and threads.
 */
@NullMarked
package io.phoenix.workstealing.runtime;

import org.jspecify.annotations.NullMarked;
