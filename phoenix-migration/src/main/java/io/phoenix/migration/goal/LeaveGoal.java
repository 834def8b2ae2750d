package io.phoenix.migration.goal;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A node that wants to leave gives everything to a neighbour, to the one that has less to do. */
final class LeaveGoal implements Goal {
  private final long spaceSize;

  LeaveGoal(long spaceSize) {
    this.spaceSize = spaceSize;
  }

  @Override
  public String name() {
    return "leave";
  }

  @Override
  public boolean isReached(@Nullable VirtualRange interval) {
    return interval == null;
  }

  @Override
  public @Nullable String obstacle(@Nullable VirtualRange interval) {
    boolean last = interval != null && interval.size() == spaceSize;
    return last ? "this is the last node: there is nobody to give " + interval + " to" : null;
  }

  @Override
  public List<Long> whomToAsk(@Nullable VirtualRange interval, RandomGenerator random) {
    return neighbours(interval, spaceSize);
  }

  /** The virtual nodes beside an interval. */
  static List<Long> neighbours(@Nullable VirtualRange interval, long spaceSize) {
    List<Long> beside = new ArrayList<>();
    if (interval != null && interval.first() > 0) {
      beside.add(interval.first() - 1);
    }
    if (interval != null && interval.end() < spaceSize) {
      beside.add(interval.end());
    }
    return beside;
  }

  @Override
  public @Nullable Aim aim(@Nullable VirtualRange interval, List<Load> loads, int failures) {
    List<Load> best =
        loads.stream()
            .filter(load -> interval != null && load.interval().isAdjacentTo(interval))
            .sorted(
                Comparator.comparing((Load load) -> load.standing().leaving())
                    .thenComparing(load -> load.standing().weight()))
            .toList();
    if (best.isEmpty() || interval == null) {
      return null;
    }
    // Now and then the other side: the better one may be busy for long.
    Load chosen = best.get(failures % 3 == 2 ? best.size() - 1 : 0);
    return BalanceGoal.towards(interval, chosen.interval());
  }

  @Override
  public boolean isContentWithNobody() {
    return false;
  }

  @Override
  public int patience() {
    return Integer.MAX_VALUE;
  }

  @Override
  public Decision decide(@Nullable VirtualRange interval, Transaction transaction) {
    return interval == null
        ? new Decision.Leave("there is nothing left to give")
        : new Decision.Give(interval);
  }
}
