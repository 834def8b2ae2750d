/**
 * The clearinghouse of a job (papers 000, section 3, and 003, section 3): which nodes take part,
 * the job's output, its result and its statistics.
 *
 * <p>{@link io.phoenix.workstealing.clearinghouse.Clearinghouse} lives at virtual node 0 and moves
 * with it, as its state is plain data. Nodes and submitters send it {@link
 * io.phoenix.workstealing.clearinghouse.ClearinghouseMessage}s, it sends them {@link
 * io.phoenix.workstealing.clearinghouse.Notice}s. It keeps no list of victims: thieves ask virtual
 * nodes. Driven by {@code runtime}. Imports the jobs of {@code io.phoenix.workstealing}, and {@code
 * codec}. A core: no clock, no thread, no network.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>One job at a time. A job ends once: with its result, with a failure, or because it was
 *       cancelled. Then every member is told, and the submitter gets the members' statistics as
 *       soon as all members have sent them, or a bounded time later.
 *   <li>A node runs nothing of a job before the clearinghouse has told it to. So the clearinghouse
 *       waits for the statistics of every node that worked, even of a node that has left and whose
 *       last message is still under way.
 *   <li>A member registers again every few seconds. So a member that was given up, because nobody
 *       could reach it for long, is counted again soon after it is back, or hears that its job is
 *       over.
 *   <li>Notices count only from a node that assumes or assumed virtual node 0 ({@code
 *       runtime.KnownClearinghouses}).
 * </ul>
 */
@NullMarked
package io.phoenix.workstealing.clearinghouse;

import org.jspecify.annotations.NullMarked;
