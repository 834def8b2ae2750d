package io.phoenix.migration.state;

import org.jspecify.annotations.Nullable;

/** The state of a range on its way out. */
public interface Outgoing {

  /**
   * The next piece of state, which the other node's {@link Incoming#add} will get; {@code null} if
   * there is none left, or, as long as the range is in use, none at the moment.
   *
   * @param maxBytes how long a piece should be at most
   */
  byte @Nullable [] next(int maxBytes);

  /**
   * About how many bytes are left to hand out now: for progress, and to tell when it is worth while
   * to stop using a live range.
   */
  default long remainingBytes() {
    return 0;
  }

  /** Called when the range has been released: nothing changes any more, what is left is final. */
  default void freeze() {}

  /**
   * The last call.
   *
   * @param handedOver whether the other node has assumed the range, so that its state is to be
   *     discarded here; otherwise it is still needed here
   */
  void end(boolean handedOver);
}
