package io.phoenix.migration.goal;

import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.LockCore;
import io.phoenix.migration.lock.Transaction;
import io.phoenix.migration.state.Weights;
import io.phoenix.migration.transfer.Move;
import io.phoenix.migration.transfer.Transfers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The goals of one node, followed one after the other; to leave comes before all others. */
public final class Goals {
  private final long spaceSize;
  private final GoalSettings settings;
  private final Shares shares;
  private final LockCore lock;
  private final Transfers transfers;
  private final GoalEffects out;

  private final Deque<Pursuit> waiting = new ArrayDeque<>();
  private @Nullable Pursuit present;
  private @Nullable Pursuit leaving;
  private long rounds;

  /** A node without goals. */
  public Goals(
      long spaceSize,
      GoalSettings settings,
      Weights weights,
      LockCore lock,
      Transfers transfers,
      GoalEffects out) {
    this.spaceSize = spaceSize;
    this.settings = settings;
    this.shares = new Shares(weights);
    this.lock = lock;
    this.transfers = transfers;
    this.out = out;
  }

  /** The bounds of pursuits. */
  public GoalSettings settings() {
    return settings;
  }

  /** The arithmetic of what to give. */
  public Shares shares() {
    return shares;
  }

  /** Whether this node wants to leave, and to be given nothing any more. */
  public boolean isLeaving() {
    return leaving != null && !leaving.hasEnded();
  }

  /** Sets the goal to assume something. */
  public Pursuit join(Consumer<Report> done, long nowNs) {
    return add(new JoinGoal(spaceSize, settings.probes()), done, nowNs);
  }

  /** Sets the goal that weights agree with the neighbours'. */
  public Pursuit balance(Consumer<Report> done, long nowNs) {
    return add(new BalanceGoal(spaceSize, settings.tolerance(), shares), done, nowNs);
  }

  /** Sets the goal to assume nothing; all others are given up for it. */
  public Pursuit leave(Consumer<Report> done, long nowNs) {
    for (Pursuit other : List.copyOf(waiting)) {
      other.cancel("the node leaves", nowNs);
    }
    Pursuit before = present;
    Pursuit pursuit = add(new LeaveGoal(spaceSize), done, nowNs);
    leaving = pursuit;
    var unused = out.after(settings.leaveNs(), pursuit::onDeadline);
    if (before != null) {
      before.cancel("the node leaves", nowNs);
    }
    return pursuit;
  }

  /** Gives a goal up as soon as nothing is half done. */
  public void cancel(Pursuit pursuit, String reason, long nowNs) {
    waiting.remove(pursuit);
    pursuit.cancel(reason, nowNs);
  }

  /** Gives all goals up. */
  public void cancelAll(String reason, long nowNs) {
    for (Pursuit other : List.copyOf(waiting)) {
      other.cancel(reason, nowNs);
    }
    if (present != null) {
      present.cancel(reason, nowNs);
    }
  }

  private Pursuit add(Goal goal, Consumer<Report> done, long nowNs) {
    var pursuit =
        new Pursuit(goal, settings, lock, transfers, out, ++rounds, r -> onEnded(done, r), nowNs);
    waiting.add(pursuit);
    var unused = out.after(0, this::beginNext);
    return pursuit;
  }

  private void onEnded(Consumer<Report> done, Report report) {
    var unused = out.after(0, this::beginNext);
    done.accept(report);
  }

  private void beginNext(long nowNs) {
    while (present == null || present.hasEnded()) {
      present = waiting.poll();
      if (present == null) {
        return;
      }
      if (!present.hasEnded()) {
        present.begin(nowNs);
      }
    }
  }

  /** An answer to a question of this node. */
  public void onLoad(Load load, long round, long nowNs) {
    if (present != null && present.round() == round) {
      present.onLoad(load, nowNs);
    }
  }

  /** See {@link io.phoenix.migration.lock.LockEffects#onAttemptFailed}. */
  public void onAttemptFailed(Attempt attempt, String reason, long nowNs) {
    if (present != null) {
      present.onAttemptFailed(attempt, reason, nowNs);
    }
  }

  /** See {@link io.phoenix.migration.lock.LockEffects#onLocked}. */
  public void onLocked(Transaction transaction, long nowNs) {
    if (present == null || present.hasEnded()) {
      throw new IllegalStateException("both locks are held for " + transaction + ", for no goal");
    }
    present.onLocked(transaction, nowNs);
  }

  /** See {@link io.phoenix.migration.transfer.TransferEffects#onMoved}. */
  public void onMoved(Attempt attempt, Move move, long nowNs) {
    if (present != null) {
      present.onMoved(attempt, move, nowNs);
    }
  }

  /** See {@link io.phoenix.migration.transfer.TransferEffects#onNothingMoved}. */
  public void onNothingMoved(Attempt attempt, String reason, long nowNs) {
    if (present != null) {
      present.onNothingMoved(attempt, reason, nowNs);
    }
  }
}
