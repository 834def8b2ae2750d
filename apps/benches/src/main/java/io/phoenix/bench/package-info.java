/**
 * {@code scripts/bench messaging}: Phoenix beside plain Java sockets and MPICH over TCP, in one
 * run.
 *
 * <p>{@link io.phoenix.bench.MessagingBench} starts the contenders, measures them in turns and
 * prints the table and its JSON. A contender is a {@link io.phoenix.bench.Pair} of child processes
 * (a chain of them, if relays are between), each with an {@link io.phoenix.bench.Endpoint}; {@link
 * io.phoenix.bench.Mpich} runs a small C program. {@link io.phoenix.bench.Goals} holds what we want
 * to reach and says whether we did. Nothing else calls in here.
 *
 * <p>The rule: every ratio is between figures of the same run, measured by turns, so that a change
 * in the machine's mood meets both sides.
 */
@NullMarked
package io.phoenix.bench;

import org.jspecify.annotations.NullMarked;
