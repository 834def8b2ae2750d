package io.phoenix.migration.goal;

import io.phoenix.api.Loop.Timer;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.LockCore;
import io.phoenix.migration.lock.Transaction;
import io.phoenix.migration.transfer.Move;
import io.phoenix.migration.transfer.Transfers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows one goal to its end: ask, choose, lock, move, rest, and again. One object for each goal
 * that is set.
 */
public final class Pursuit {

  private enum State {
    /** Waits until it makes sense to try. */
    RESTING,
    /** Has asked how much others have. */
    ASKING,
    /** An attempt is out. */
    LOCKING,
    /** Both locks are held: something is being moved, or the lock is being returned. */
    MOVING,
    /** It is over. */
    ENDED
  }

  private static final int MAX_DOUBLINGS = 5;

  private final Goal goal;
  private final GoalSettings settings;
  private final LockCore lock;
  private final Transfers transfers;
  private final GoalEffects out;
  private final Consumer<Report> done;
  private final long startedNs;
  private final long round;

  private final List<Load> loads = new ArrayList<>();
  private final List<Move> moves = new ArrayList<>();
  private State state = State.RESTING;

  /** What ends the present state if nothing else does. */
  private @Nullable Timer timer;

  private int asked;
  private int attempts;
  private int failures;

  /** How often both locks were held, since something moved, and nothing could be made better. */
  private int futile;

  private @Nullable Attempt attempt;
  private @Nullable String cancelled;
  private String lastReason = "";

  Pursuit(
      Goal goal,
      GoalSettings settings,
      LockCore lock,
      Transfers transfers,
      GoalEffects out,
      long round,
      Consumer<Report> done,
      long nowNs) {
    this.goal = goal;
    this.settings = settings;
    this.lock = lock;
    this.transfers = transfers;
    this.out = out;
    this.round = round;
    this.done = done;
    startedNs = nowNs;
  }

  /** Whether it is over. */
  public boolean hasEnded() {
    return state == State.ENDED;
  }

  /** Which of this node's rounds of questions an answer must belong to. */
  long round() {
    return round;
  }

  String name() {
    return goal.name();
  }

  void begin(long nowNs) {
    if (!endIfDone(nowNs)) {
      ask(nowNs);
    }
  }

  /** Ends it as soon as nothing is half done. */
  void cancel(String reason, long nowNs) {
    if (state == State.ENDED) {
      return;
    }
    cancelled = reason;
    Attempt waiting = attempt;
    if (state == State.MOVING) {
      var unused = transfers.cancel(reason, nowNs);
    } else if (state == State.LOCKING && waiting != null) {
      lock.onAttemptTimeout(waiting, reason, nowNs);
    } else {
      end(false, reason, nowNs);
    }
  }

  /** It has taken too long. */
  void onDeadline(long nowNs) {
    cancel(
        "not done within %.1f s, last: %s".formatted((nowNs - startedNs) / 1e9, lastReason), nowNs);
  }

  // ── asking ──────────────────────────────────────────────────────────────────────────────────

  private void ask(long nowNs) {
    become(State.ASKING);
    loads.clear();
    List<Long> whom = goal.whomToAsk(out.interval(), out.random());
    asked = whom.size();
    for (long v : whom) {
      out.probe(v, round);
    }
    if (asked == 0) {
      choose(nowNs);
    } else {
      // What nobody answers to waits for an owner, be he dead: there must not be ever more of it.
      later(settings.probeNs() << Math.min(failures, MAX_DOUBLINGS), this::onAskTimeout);
    }
  }

  /** A node has answered. */
  void onLoad(Load load, long nowNs) {
    if (state == State.ASKING) {
      loads.add(load);
      if (loads.size() >= asked) {
        choose(nowNs);
      }
    }
  }

  private void onAskTimeout(long nowNs) {
    if (loads.isEmpty()) {
      failures++;
      rest("nobody has answered", nowNs);
    } else {
      choose(nowNs);
    }
  }

  private void choose(long nowNs) {
    if (!lock.canBegin()) {
      rest("this node is locked by " + lock.holder(), nowNs);
      return;
    }
    VirtualRange interval = out.interval();
    Aim aim = goal.aim(interval, loads, failures);
    if (aim != null) {
      attempts++;
      become(State.LOCKING);
      attempt = lock.beginTransaction(aim.intent(), aim.v());
      later(settings.attemptNs(), this::onAttemptTimeout);
    } else if (goal.isContentWithNobody()) {
      end(true, "", nowNs);
    } else {
      failures++;
      rest("nobody who was asked has anything to move", nowNs);
    }
  }

  // ── locking ─────────────────────────────────────────────────────────────────────────────────

  private void onAttemptTimeout(long nowNs) {
    Attempt waiting = attempt;
    if (waiting != null) {
      lock.onAttemptTimeout(
          waiting, "no answer within " + settings.attemptNs() / 1e9 + " s", nowNs);
    }
  }

  /** The attempt got no locks. */
  void onAttemptFailed(Attempt failed, String reason, long nowNs) {
    if (failed.equals(attempt)) {
      failures++;
      rest(reason, nowNs);
    }
  }

  /** The attempt got both locks. */
  void onLocked(Transaction transaction, long nowNs) {
    Decision decision =
        cancelled != null
            ? new Decision.Leave(cancelled)
            : goal.decide(out.interval(), transaction);
    become(State.MOVING);
    if (decision instanceof Decision.Give give) {
      transfers.give(transaction.attempt(), transaction.peer(), give.range(), nowNs);
    } else if (decision instanceof Decision.Take take) {
      transfers.sendTake(transaction.attempt(), transaction.peer(), take.weight());
    } else if (decision instanceof Decision.Leave leave) {
      futile++;
      lastReason = leave.reason();
      lock.giveUpTransaction(transaction); // its acknowledgement ends the attempt
    }
  }

  // ── moving ──────────────────────────────────────────────────────────────────────────────────

  /** A transfer of this node has ended, of this pursuit or of somebody else's. */
  void onMoved(Attempt ended, Move move, long nowNs) {
    if (state == State.ENDED) {
      return;
    }
    moves.add(move);
    if (move.result() == Move.Result.IN_DOUBT) {
      end(false, move.toString(), nowNs);
    } else if (ended.equals(attempt) && move.result() == Move.Result.KEPT) {
      failures++;
      rest(move.reason(), nowNs);
    } else if (ended.equals(attempt)) {
      failures = 0;
      futile = 0;
      again(nowNs);
    } else if (state == State.RESTING || state == State.ASKING) {
      var unused = endIfDone(nowNs); // what is asked or waited for may have come by itself
    }
  }

  /** The transaction moved nothing. */
  void onNothingMoved(Attempt ended, String reason, long nowNs) {
    if (ended.equals(attempt)) {
      futile++;
      failures++;
      rest(reason, nowNs);
    }
  }

  // ── resting ─────────────────────────────────────────────────────────────────────────────────

  private void rest(String reason, long nowNs) {
    attempt = null;
    lastReason = reason;
    if (!endIfDone(nowNs)) {
      become(State.RESTING);
      later(restNs(), this::again);
    }
  }

  /** A time drawn at random from a span that doubles with each failure. */
  private long restNs() {
    long span = settings.restNs() << Math.min(failures, 20);
    return 1 + out.random().nextLong(Math.min(span, settings.maxRestNs()));
  }

  private void again(long nowNs) {
    attempt = null;
    if (!endIfDone(nowNs)) {
      ask(nowNs);
    }
  }

  private boolean endIfDone(long nowNs) {
    if (transfers.current() != null) {
      return false; // what this node assumes is about to change
    }
    VirtualRange interval = out.interval();
    String obstacle = obstacle(interval);
    if (goal.isReached(interval) && transfers.isIdle()) {
      end(true, "", nowNs);
    } else if (obstacle != null) {
      end(false, obstacle, nowNs);
    } else if (cancelled != null) {
      end(false, cancelled, nowNs);
    } else if (futile > 1 && goal.isContentWithNobody()) {
      end(true, "", nowNs); // as good as it gets
    } else if (failures > goal.patience()) {
      end(false, lastReason, nowNs);
    }
    return state == State.ENDED;
  }

  /** Why there is no use in trying; {@code null} if there is. */
  private @Nullable String obstacle(@Nullable VirtualRange interval) {
    if (!transfers.isIdle() && !goal.isContentWithNobody()) {
      // It may come back, and must then fit what this node assumes.
      return "it is not known who assumes " + transfers.inDoubt() + ": wait, or reclaim it";
    }
    return goal.obstacle(interval);
  }

  private void end(boolean reached, String reason, long nowNs) {
    become(State.ENDED);
    done.accept(new Report(goal.name(), reached, reason, moves, attempts, nowNs - startedNs));
  }

  private void become(State next) {
    state = next;
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  /** Does something after a while, unless the state has changed by then. */
  private void later(long delayNs, LongConsumer action) {
    timer = out.after(delayNs, action);
  }
}
