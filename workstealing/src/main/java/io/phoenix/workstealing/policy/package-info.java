/**
 * Whom to steal from, how much to give, how long to wait: one small interface each (paper 004), and
 * one small class for each way to decide. A {@link io.phoenix.workstealing.policy.StealPolicy} is a
 * choice of the three with a name; {@link io.phoenix.workstealing.policy.Policies} finds it.
 *
 * <p>Called by {@code steal}, with a {@link io.phoenix.workstealing.policy.ThiefView} of what is
 * known here. Policies keep no state of their own that matters: a node makes one for each job.
 */
@NullMarked
package io.phoenix.workstealing.policy;

import org.jspecify.annotations.NullMarked;
