/**
 * Whom to steal from, how much to give, how long to wait: one small interface for each of these
 * decisions (paper 004), and one small class for each rule. A {@link
 * io.phoenix.workstealing.policy.StealPolicy} combines three rules under a name; {@link
 * io.phoenix.workstealing.policy.Policies} finds it.
 *
 * <p>Called by {@code steal}, with a {@link io.phoenix.workstealing.policy.ThiefView} of what this
 * node knows. Imports {@code monitor}. Policies keep no state of their own that matters: a node
 * makes one for each job.
 */
@NullMarked
package io.phoenix.workstealing.policy;

import org.jspecify.annotations.NullMarked;
