package io.phoenix.migration;

import io.phoenix.migration.goal.GoalSettings;
import io.phoenix.migration.state.Weights;
import io.phoenix.migration.transfer.TransferSettings;

/**
 * How migrations behave.
 *
 * @param weights what joins and balancing try to make equal
 * @param goals bounds of joining, leaving and balancing
 * @param transfer bounds of moving state
 */
public record MigrationSettings(Weights weights, GoalSettings goals, TransferSettings transfer) {

  /** Intervals are compared by size; see the parts for the rest. */
  public static MigrationSettings defaults() {
    return new MigrationSettings(
        Weights.bySize(), GoalSettings.defaults(), TransferSettings.defaults());
  }

  /** With another way to compare intervals. */
  public MigrationSettings withWeights(Weights changed) {
    return new MigrationSettings(changed, goals, transfer);
  }

  /** With other bounds of joining, leaving and balancing. */
  public MigrationSettings withGoals(GoalSettings changed) {
    return new MigrationSettings(weights, changed, transfer);
  }

  /** With other bounds of moving state. */
  public MigrationSettings withTransfer(TransferSettings changed) {
    return new MigrationSettings(weights, goals, changed);
  }
}
