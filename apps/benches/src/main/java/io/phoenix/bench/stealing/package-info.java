/**
 * {@code scripts/bench stealing}: jobs beside the best serial program and the JDK's fork-join pool,
 * in one run.
 *
 * <p>{@link io.phoenix.bench.stealing.StealingBench} runs the parts one after the other: what a
 * task costs, what two workers or two nodes gain, how much of the work stays where it is, and what
 * more CPUs than there are here would gain, by the simulator or as slow nodes, also while nodes
 * come and go. The rule: every ratio is between figures of the same run, measured by turns.
 */
@NullMarked
package io.phoenix.bench.stealing;

import org.jspecify.annotations.NullMarked;
