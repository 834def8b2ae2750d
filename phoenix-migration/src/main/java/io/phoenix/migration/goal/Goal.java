package io.phoenix.migration.goal;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Transaction;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What a node wants; it decides, {@link Pursuit} acts. */
interface Goal {

  /** What it is called in reports. */
  String name();

  /** Whether this node has what it wants, given what it assumes. */
  boolean isReached(@Nullable VirtualRange interval);

  /** Why this cannot be reached, whatever is tried; {@code null} if it can be. */
  @Nullable String obstacle(@Nullable VirtualRange interval);

  /** The virtual nodes whose owners should be asked how much they have. */
  List<Long> whomToAsk(@Nullable VirtualRange interval, RandomGenerator random);

  /**
   * Whom to lock, given what was answered.
   *
   * @param loads at least one
   * @param failures how many attempts have failed since the last success
   * @return {@code null} if nobody
   */
  @Nullable Aim aim(@Nullable VirtualRange interval, List<Load> loads, int failures);

  /** Whether the goal is reached if there is nobody to lock. */
  boolean isContentWithNobody();

  /** After how many failures in a row to give up. */
  int patience();

  /** What to do with both locks. */
  Decision decide(@Nullable VirtualRange interval, Transaction transaction);
}
