package io.phoenix.migration.goal;

import io.phoenix.migration.transfer.Move;
import java.util.List;

/**
 * What became of a join, a leave, a balance or a suspension.
 *
 * @param goal which of them
 * @param reached whether it was reached
 * @param reason why not; empty if it was
 * @param moves what was moved on the way
 * @param attempts how often locks were tried for
 * @param durationNs how long it took
 */
public record Report(
    String goal, boolean reached, String reason, List<Move> moves, int attempts, long durationNs) {

  /** Makes a copy of the list. */
  public Report {
    moves = List.copyOf(moves);
  }

  @Override
  public String toString() {
    return "%s %s after %.1f ms and %d attempts%s%s"
        .formatted(
            goal,
            reached ? "done" : "not done",
            durationNs / 1e6,
            attempts,
            reason.isEmpty() ? "" : ": " + reason,
            moves.isEmpty() ? "" : "; " + moves);
  }
}
