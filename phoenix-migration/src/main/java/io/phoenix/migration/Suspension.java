package io.phoenix.migration;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.goal.Report;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.LockCore;
import io.phoenix.migration.transfer.Transfers;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A node is about to leave with a log: it waits until nothing of it is on the move, then holds its
 * own lock, so that nothing begins to move any more. What the log keeps is then the whole truth.
 */
final class Suspension {
  static final String REASON = "the node will be away";

  private final LockCore lock;
  private final Transfers transfers;
  private final Consumer<Report> done;
  private final long startedNs;
  private @Nullable Attempt held;
  private boolean ended;

  Suspension(LockCore lock, Transfers transfers, Consumer<Report> done, long nowNs) {
    this.lock = lock;
    this.transfers = transfers;
    this.done = done;
    startedNs = nowNs;
  }

  /** Something has happened at this node: perhaps it is free now. */
  void onEvent(long nowNs) {
    if (!ended && transfers.isIdle()) {
      held = lock.lockSelf();
      if (held != null) {
        end(true, "", nowNs);
      }
    }
  }

  /** It has taken too long. */
  void giveUp(long nowNs) {
    if (!ended) {
      cancel("not done within %.1f s".formatted((nowNs - startedNs) / 1e9), nowNs);
    }
  }

  /** It is not wanted any more: the node takes part in migrations again. */
  void cancel(String reason, long nowNs) {
    if (held != null) {
      lock.unlock(held);
      held = null;
    }
    if (!ended) {
      end(false, reason + describe(), nowNs);
    }
  }

  private String describe() {
    List<VirtualRange> doubts = transfers.inDoubt();
    if (!doubts.isEmpty()) {
      return ": it is not known who assumes " + doubts + ": wait, or reclaim it";
    }
    return ": locked by " + lock.holder() + ", in transfer " + transfers.current();
  }

  private void end(boolean reached, String reason, long nowNs) {
    ended = true;
    done.accept(new Report("suspend", reached, reason, List.of(), 0, nowNs - startedNs));
  }
}
