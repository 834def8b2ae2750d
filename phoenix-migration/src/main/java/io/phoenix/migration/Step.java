package io.phoenix.migration;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * One step of the protocol at one node, with the node's variables after it: what a trace consists
 * of that is checked against {@code tla/Migration.tla}.
 *
 * @param action its name in the specification
 * @param peer who sent the message that was handled, or the other node of the transaction
 * @param attempt what it is about
 * @param range the virtual nodes it is about, where the specification leaves a choice
 * @param holder h and, with it, s: whose attempt holds the node's lock; {@code null} if s = FREE
 * @param attempting l: whether an attempt of the node is out
 * @param interval I: what the node assumes; {@code null} if nothing
 */
public record Step(
    String action,
    @Nullable ResourceName peer,
    @Nullable Attempt attempt,
    @Nullable VirtualRange range,
    @Nullable Attempt holder,
    boolean attempting,
    @Nullable VirtualRange interval) {

  /** Hears of every step, right after it was taken, on the node's loop. */
  @FunctionalInterface
  public interface Listener {
    /** The node has taken a step. */
    void onStep(Step step);
  }
}
