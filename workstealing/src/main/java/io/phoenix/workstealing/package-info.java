/**
 * Work stealing: jobs that run on all the nodes of an application, while nodes come and go (papers
 * 003 Cilk-NOW and 000 Phish, with the lottery of 002 and the exchangeable policies of 004).
 *
 * <p>This package says what a job is. A program writes an {@link
 * io.phoenix.workstealing.Application}, which makes the {@link io.phoenix.workstealing.Work} of a
 * job from the job's arguments: by {@link io.phoenix.workstealing.task.DivideAndConquer}, by {@link
 * io.phoenix.workstealing.task.LongDivideAndConquer} if problems and results fit into 64 bits, or,
 * for any other computation, by closures that spawn each other and wait for arguments ({@link
 * io.phoenix.workstealing.closure.Cilk}). It submits a {@link io.phoenix.workstealing.JobSpec}
 * through {@link io.phoenix.workstealing.runtime.Stealing} and gets a {@link
 * io.phoenix.workstealing.Job}, which ends with a {@link io.phoenix.workstealing.JobReport}.
 *
 * <p>Packages, each of which imports only those above it:
 *
 * <pre>
 *   codec                       values as bytes
 *   task, monitor               tasks and their pools; what nodes know of each other
 *   closure                     tasks as in Cilk
 *   (this one)                  jobs
 *   policy, clearinghouse       whom to steal from; who takes part in a job
 *   steal                       one node's part in a job
 *   runtime                     threads, messages and migration
 * </pre>
 *
 * <p>The module sees {@code phoenix-api} and {@code phoenix-migration} only, so it runs over the
 * real overlay and over the simulator alike.
 */
@NullMarked
package io.phoenix.workstealing;

import org.jspecify.annotations.NullMarked;
