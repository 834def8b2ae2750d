/**
 * Tasks: what a worker runs, and what thieves take from it.
 *
 * <p>Applications write a {@link io.phoenix.workstealing.task.DivideAndConquer} or a {@link
 * io.phoenix.workstealing.task.LongDivideAndConquer}.
 *
 * <p>A {@link io.phoenix.workstealing.task.TaskPool} is the work of one subcomputation (paper 003,
 * section 4): tasks that are ready, results so far, and how many results are missing because their
 * tasks were stolen. {@link io.phoenix.workstealing.task.LongStack} and {@link
 * io.phoenix.workstealing.task.ObjectStack} keep divide and conquer as a stack of frames, one for
 * each problem that has been divided and not finished; the youngest is worked on, the oldest is
 * stolen from. A frame is plain data, so a pool can be stolen from, written down and moved between
 * any two tasks: no Java stack is ever blocked.
 *
 * <p><b>How it can be fast.</b> {@link io.phoenix.workstealing.task.LongBurst} computes a problem
 * by recursion on the Java stack, with no more to do for each task than to look at one field. Only
 * when somebody asks for something does the recursion unwind, each call writing its frame to the
 * heap (twenty nanoseconds each), and the worker goes on from there: frames are made when a thief
 * steals, not for each task.
 *
 * <p>Called by the workers of {@code runtime} and, under the node's lock, by {@code steal}. Imports
 * {@code codec}. No clock, no network; one thread at a time owns a pool, see {@link
 * io.phoenix.workstealing.task.TaskPool}.
 */
@NullMarked
package io.phoenix.workstealing.task;

import org.jspecify.annotations.NullMarked;
