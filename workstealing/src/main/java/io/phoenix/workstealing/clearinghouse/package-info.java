/**
 * The clearinghouse of a job (papers 000, section 3, and 003, section 3): who takes part, the job's
 * output, its result and its statistics.
 *
 * <p>{@link io.phoenix.workstealing.clearinghouse.Clearinghouse} lives at virtual node 0 and moves
 * with it, as its state is plain data. Nodes and submitters send it {@link
 * io.phoenix.workstealing.clearinghouse.ClearinghouseMessage}s, it sends them {@link
 * io.phoenix.workstealing.clearinghouse.Notice}s. It keeps no list of whom to steal from: that is
 * what virtual nodes are for. Driven by {@code runtime}. A core: no clock, no thread, no network.
 *
 * <p><b>Invariants.</b> One job at a time. A job ends once: with its result, or with a failure, or
 * because it was cancelled; then every member is told, and the submitter gets what they did as soon
 * as all of them have said so, or a bounded time later. A node runs nothing of a job before the
 * clearinghouse has told it to: so whoever did something is waited for, even one that has left
 * since and whose last word is still under way. A node that takes part says so again every few
 * seconds: so one that was given up, because it could not be reached for long, is counted on again
 * soon after it is back, or hears that its job is over, without anybody having to need it. Notices
 * count only from a node that assumes or assumed virtual node 0 ({@code
 * runtime.KnownClearinghouses}).
 */
@NullMarked
package io.phoenix.workstealing.clearinghouse;

import org.jspecify.annotations.NullMarked;
