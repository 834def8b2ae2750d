/**
 * Work stealing: jobs that run on all the nodes of an application, while nodes come and go (papers
 * 003 Cilk-NOW and 000 Phish, with the lottery of 002 and the exchangeable policies of 004).
 *
 * <p>What programs use. A computation is written as {@link
 * io.phoenix.workstealing.DivideAndConquer}, or as {@link
 * io.phoenix.workstealing.LongDivideAndConquer} if problems and results fit into 64 bits; or, for
 * anything, as closures that spawn each other and wait for arguments, see {@link
 * io.phoenix.workstealing.closure.Cilk}. An {@link io.phoenix.workstealing.Application} makes it,
 * as {@link io.phoenix.workstealing.Work}, from the arguments of a job.
 *
 * <p>Sees {@code phoenix-api} and {@code phoenix-migration} only, so it runs over the real overlay
 * and over the simulator alike.
 */
@NullMarked
package io.phoenix.workstealing;

import org.jspecify.annotations.NullMarked;
