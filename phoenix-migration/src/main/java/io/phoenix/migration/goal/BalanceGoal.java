package io.phoenix.migration.goal;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Intent;
import io.phoenix.migration.lock.Transaction;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Neighbours shift the boundary between them until what they have agrees within a tolerance. Half
 * of the difference moves, as it is when both are locked.
 */
final class BalanceGoal implements Goal {
  /** Others that are moving will balance, too: no need to insist. */
  private static final int MAX_FAILURES = 8;

  private final long spaceSize;
  private final double tolerance;
  private final Shares shares;

  BalanceGoal(long spaceSize, double tolerance, Shares shares) {
    this.spaceSize = spaceSize;
    this.tolerance = tolerance;
    this.shares = shares;
  }

  @Override
  public String name() {
    return "balance";
  }

  @Override
  public boolean isReached(@Nullable VirtualRange interval) {
    return interval == null; // nothing to balance; otherwise the neighbours must be asked
  }

  @Override
  public @Nullable String obstacle(@Nullable VirtualRange interval) {
    return null;
  }

  @Override
  public List<Long> whomToAsk(@Nullable VirtualRange interval, RandomGenerator random) {
    return LeaveGoal.neighbours(interval, spaceSize);
  }

  @Override
  public @Nullable Aim aim(@Nullable VirtualRange interval, List<Load> loads, int failures) {
    if (interval == null) {
      return null;
    }
    double mine = shares.weight(interval);
    return loads.stream()
        .filter(load -> load.interval().isAdjacentTo(interval) && !load.standing().leaving())
        .filter(load -> isOff(interval, mine, load.interval(), load.standing().weight()))
        .max(Comparator.comparing(load -> Math.abs(load.standing().weight() - mine)))
        .map(load -> towards(interval, load.interval()))
        .orElse(null);
  }

  static Aim towards(VirtualRange interval, VirtualRange neighbour) {
    return neighbour.end() == interval.first()
        ? new Aim(Intent.LEFT, interval.first() - 1)
        : new Aim(Intent.RIGHT, interval.end());
  }

  @Override
  public boolean isContentWithNobody() {
    return true;
  }

  /** Whether two neighbours differ by more than is tolerated, and the heavier can be divided. */
  private boolean isOff(VirtualRange mine, double myWeight, VirtualRange other, double weight) {
    VirtualRange heavier = myWeight > weight ? mine : other;
    return heavier.size() > 1
        && Math.max(myWeight, weight) > (1 + tolerance) * Math.min(myWeight, weight);
  }

  @Override
  public int patience() {
    return MAX_FAILURES;
  }

  @Override
  public Decision decide(@Nullable VirtualRange interval, Transaction transaction) {
    if (interval == null || transaction.standing().leaving()) {
      return new Decision.Leave(transaction.peer() + " is leaving");
    }
    double mine = shares.weight(interval);
    double other = transaction.standing().weight();
    if (!isOff(interval, mine, transaction.interval(), other)) {
      return new Decision.Leave("balanced meanwhile");
    }
    double half = Math.abs(mine - other) / 2;
    if (mine < other) {
      return new Decision.Take(half);
    }
    VirtualRange part = shares.beside(interval, transaction.interval(), half);
    return part == null
        ? new Decision.Leave("no part of " + interval + " would make it better")
        : new Decision.Give(part);
  }
}
