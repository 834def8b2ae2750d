/**
 * What a node uses the locks for: to join, to leave, to balance (paper 001, section 3.6, and better
 * where section 6.2 found splits unbalanced).
 *
 * <p>{@link io.phoenix.migration.goal.Pursuit} follows one goal at a time: it asks around, picks a
 * node, tries to lock it, decides what moves, and begins again until the goal is reached. {@link
 * io.phoenix.migration.goal.JoinGoal}, {@link io.phoenix.migration.goal.LeaveGoal} and {@link
 * io.phoenix.migration.goal.BalanceGoal} are the decisions, {@link
 * io.phoenix.migration.goal.Shares} is the arithmetic of what to give. Driven by {@code Migration};
 * imports {@code lock}, {@code transfer}, {@code state} and {@code phoenix-api}. Cores: no clock,
 * no thread; chance is handed in.
 *
 * <p><b>Why it ends.</b> Somebody always gets both locks (see {@code tla/Migration.tla}); one node
 * may lose against the same neighbour again and again, which waiting times drawn at random make
 * ever less likely. A transfer for balance is made only if the heavier of the two is lighter after
 * it, so the weights cannot swing back. A node that leaves is given nothing but by others that
 * leave, and each such gift makes one node fewer.
 */
@NullMarked
package io.phoenix.migration.goal;

import org.jspecify.annotations.NullMarked;
