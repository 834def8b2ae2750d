package io.phoenix.api;

import org.jspecify.annotations.Nullable;

/** Hears, on the node's loop, of changes in who assumes what. */
@FunctionalInterface
public interface OwnershipListener {

  /**
   * Called when this node has learned that {@code range} has a new owner, or none.
   *
   * @param range virtual nodes that changed together
   * @param owner who assumes them now, or {@code null} if nobody does
   * @param epoch the ownership epoch of that change
   */
  void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch);

  /**
   * Called when this node lost virtual nodes that it assumed, because {@code winner} assumed them
   * too and came later: an error of the application, which must now discard its state for them.
   */
  default void onConflict(VirtualRange lost, ResourceName winner) {}

  /**
   * Called when {@code node} is no longer waited for: it left in order, or it could not be reached
   * for {@link NodeConfig#forgetAfter()}. The latter may still be alive behind a broken network and
   * come back under the same name; whoever acts on this must bear that.
   */
  default void onGone(ResourceName node) {}

  /** Called when this node itself has left or was closed: nothing is heard or sent any more. */
  default void onLeft() {}
}
