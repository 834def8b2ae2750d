package io.phoenix.migration.transfer;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;

/**
 * What became of one transfer, as one of its two nodes saw it.
 *
 * @param range what was to move
 * @param from who had it
 * @param to who was to have it
 * @param result where it is
 * @param stateBytes how much state was sent
 * @param durationNs from the offer to the end
 * @param pauseNs for how long the source knew nobody to assume the range; 0 at the sink
 * @param reason why it stayed, or is in doubt; empty if it moved, unless its state failed to end
 */
public record Move(
    VirtualRange range,
    ResourceName from,
    ResourceName to,
    Result result,
    long stateBytes,
    long durationNs,
    long pauseNs,
    String reason) {

  /** Where a range is after a transfer. */
  public enum Result {
    /** The sink assumes it. */
    MOVED,
    /** The source assumes it, as before. */
    KEPT,
    /**
     * Not known until the sink returns, or another owner is heard of: the source has kept the state
     * and does not assume the range.
     */
    IN_DOUBT
  }

  @Override
  public String toString() {
    String what =
        switch (result) {
          case MOVED -> "moved";
          case KEPT -> "stayed";
          case IN_DOUBT -> "is in doubt";
        };
    return "%s %s, %s → %s, %,d bytes in %.1f ms%s"
        .formatted(
            range,
            what,
            from,
            to,
            stateBytes,
            durationNs / 1e6,
            reason.isEmpty() ? "" : ": " + reason);
  }
}
