package io.phoenix.migration.goal;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Intent;
import io.phoenix.migration.lock.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A node that assumes nothing wants its share. It asks several virtual nodes at random and takes
 * half of the heaviest interval found: with one only, as in the paper, some intervals stay many
 * times as large as others.
 */
final class JoinGoal implements Goal {
  private final long spaceSize;
  private final int probes;

  JoinGoal(long spaceSize, int probes) {
    this.spaceSize = spaceSize;
    this.probes = probes;
  }

  @Override
  public String name() {
    return "join";
  }

  @Override
  public boolean isReached(@Nullable VirtualRange interval) {
    return interval != null;
  }

  @Override
  public @Nullable String obstacle(@Nullable VirtualRange interval) {
    return null;
  }

  @Override
  public List<Long> whomToAsk(@Nullable VirtualRange interval, RandomGenerator random) {
    List<Long> asked = new ArrayList<>();
    for (int i = 0; i < probes; i++) {
      asked.add(random.nextLong(spaceSize));
    }
    return asked;
  }

  @Override
  public @Nullable Aim aim(@Nullable VirtualRange interval, List<Load> loads, int failures) {
    return loads.stream()
        .filter(load -> load.interval().size() > 1 || load.standing().leaving())
        .max(
            Comparator.comparing((Load load) -> load.standing().leaving()) // glad to give it all
                .thenComparing(load -> load.standing().weight())
                .thenComparing(load -> load.interval().size()))
        .map(load -> new Aim(Intent.JOIN, load.interval().first()))
        .orElse(null);
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
    return new Decision.Take(Double.NaN);
  }
}
