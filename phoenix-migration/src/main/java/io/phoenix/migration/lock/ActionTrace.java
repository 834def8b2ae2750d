package io.phoenix.migration.lock;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import org.jspecify.annotations.Nullable;

/**
 * Hears of every step of the protocol, right after it was taken: so that a run can be checked
 * against {@code tla/Migration.tla}, whose actions have these names.
 */
@FunctionalInterface
public interface ActionTrace {

  /**
   * A step was taken.
   *
   * @param action its name in the specification
   * @param peer who sent the message that was handled, or the other node of the transaction
   * @param attempt what it is about
   * @param range the virtual nodes it is about, where the specification leaves a choice
   */
  void onAction(
      String action,
      @Nullable ResourceName peer,
      @Nullable Attempt attempt,
      @Nullable VirtualRange range);
}
