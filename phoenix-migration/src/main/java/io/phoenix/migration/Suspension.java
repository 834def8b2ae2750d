package io.phoenix.migration;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.goal.Report;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.LockCore;
import io.phoenix.migration.state.Outgoing;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A node is about to leave with a log: it waits until nothing of it is on the move, then holds its
 * own lock, so that nothing begins to move any more, and until its state can be let go of. What the
 * log keeps is then the whole truth.
 */
final class Suspension {
  static final String REASON = "the node will be away";
  private static final long CHECK_NS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Wiring wiring;
  private final LockCore lock;
  private final Consumer<Report> done;
  private final long startedNs;
  private @Nullable Attempt held;
  private @Nullable Outgoing outgoing;
  private boolean ended;

  Suspension(Wiring wiring, LockCore lock, Consumer<Report> done, long nowNs) {
    this.wiring = wiring;
    this.lock = lock;
    this.done = done;
    startedNs = nowNs;
  }

  /** Something has happened at this node: perhaps it is free now. */
  void onEvent(long nowNs) {
    if (ended || held != null || !wiring.transfers().isIdle()) {
      return;
    }
    held = lock.lockSelf();
    VirtualRange range = wiring.interval();
    if (held != null) {
      outgoing = range == null || !wiring.state().isLive() ? null : wiring.state().handOut(range);
      check(nowNs);
    }
  }

  private void check(long nowNs) {
    if (ended) {
      return;
    }
    if (outgoing == null || outgoing.canFreeze()) {
      end(true, "", nowNs);
    } else {
      var unused = wiring.after(CHECK_NS, this::check);
    }
  }

  /**
   * The state of what the node assumes, when nothing is handled any more.
   *
   * @throws IllegalStateException if the node is not suspended
   */
  byte[] save() {
    if (!ended || held == null) {
      throw new IllegalStateException("it is not suspended" + describe());
    }
    VirtualRange range = wiring.interval();
    if (range == null) {
      return new byte[0];
    }
    if (outgoing == null) {
      outgoing = wiring.state().handOut(range);
    } else if (outgoing.canFreeze()) {
      outgoing.freeze();
    } else {
      throw new IllegalStateException("its state is in use; try again");
    }
    return SavedState.of(range, outgoing);
  }

  /** It has taken too long. */
  void giveUp(long nowNs) {
    if (!ended) {
      cancel("not done within %.1f s".formatted((nowNs - startedNs) / 1e9), nowNs);
    }
  }

  /** It is not wanted any more: the node takes part in migrations again. */
  void cancel(String reason, long nowNs) {
    String obstacle = describe();
    if (outgoing != null) {
      outgoing.end(false);
      outgoing = null;
    }
    if (held != null) {
      lock.unlock(held);
      held = null;
    }
    if (!ended) {
      end(false, reason + obstacle, nowNs);
    }
  }

  private String describe() {
    List<VirtualRange> doubts = wiring.transfers().inDoubt();
    if (!doubts.isEmpty()) {
      return ": it is not known who assumes " + doubts + ": wait, or reclaim it";
    }
    if (held != null) {
      return ": its state is in use";
    }
    return ": locked by " + lock.holder() + ", in transfer " + wiring.transfers().current();
  }

  private void end(boolean reached, String reason, long nowNs) {
    ended = true;
    done.accept(new Report("suspend", reached, reason, List.of(), 0, nowNs - startedNs));
  }
}
