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

  /**
   * Whether a live range may be released now. If not, that is asked again a little later: for state
   * that somebody else, such as a thread, has to let go of first.
   */
  default boolean canFreeze() {
    return true;
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
