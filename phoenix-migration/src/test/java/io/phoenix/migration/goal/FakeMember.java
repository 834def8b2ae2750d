package io.phoenix.migration.goal;

import io.phoenix.api.Loop;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.LockCore;
import io.phoenix.migration.lock.LockEffects;
import io.phoenix.migration.lock.LockMessage;
import io.phoenix.migration.lock.Standing;
import io.phoenix.migration.lock.Transaction;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.state.Weights;
import io.phoenix.migration.transfer.Move;
import io.phoenix.migration.transfer.TransferEffects;
import io.phoenix.migration.transfer.TransferMessage;
import io.phoenix.migration.transfer.TransferSettings;
import io.phoenix.migration.transfer.Transfers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A node with real locks and transfers, whose goals are under test; what it sends, the test
 * answers. Its clock is set by hand, and its chance is {@link #chance}.
 */
final class FakeMember implements LockEffects, TransferEffects, GoalEffects {
  static final long SPACE = 100;
  static final long PROBE_NS = 1_000;
  static final long ATTEMPT_NS = 10_000;
  static final long REST_NS = 16;
  static final long MAX_REST_NS = 100;
  static final long LEAVE_NS = 1_000_000;
  static final GoalSettings SETTINGS =
      new GoalSettings(3, 0.1, PROBE_NS, ATTEMPT_NS, REST_NS, MAX_REST_NS, LEAVE_NS);

  private record Task(long atNs, long order, LongConsumer action) {}

  /** The highest number that may be drawn, each time. */
  private static final RandomGenerator HIGHEST =
      new RandomGenerator() {
        @Override
        public long nextLong() {
          return Long.MAX_VALUE;
        }

        @Override
        public long nextLong(long bound) {
          return bound - 1;
        }
      };

  final ResourceName self;
  final LockCore lock;
  final Transfers transfers;
  final Goals goals;

  /** The virtual nodes whose owners were asked, and in which round. */
  final List<Long> probes = new ArrayList<>();

  long round;
  final List<Object> sent = new ArrayList<>();
  final List<Report> reports = new ArrayList<>();
  RandomGenerator chance = HIGHEST;
  @Nullable VirtualRange interval;
  @Nullable VirtualRange chosen;
  long nowNs = 1_000_000;

  private long epoch;
  private long tasks;
  private final PriorityQueue<Task> timers =
      new PriorityQueue<>(Comparator.comparing(Task::atNs).thenComparing(Task::order));

  FakeMember(long name, @Nullable VirtualRange interval) {
    self = new ResourceName(name);
    this.interval = interval;
    lock = new LockCore(self, this);
    transfers = new Transfers(MigratingState.none(), TransferSettings.defaults(), this);
    goals = new Goals(SPACE, SETTINGS, Weights.bySize(), lock, transfers, this);
  }

  /** Does everything that is due now. */
  void run() {
    while (!timers.isEmpty() && timers.peek().atNs() <= nowNs) {
      timers.remove().action().accept(nowNs);
    }
  }

  /** Lets time pass. */
  void runFor(long durationNs) {
    run();
    long end = nowNs + durationNs;
    while (!timers.isEmpty() && timers.peek().atNs() <= end) {
      nowNs = Math.max(nowNs, timers.peek().atNs());
      run();
    }
    nowNs = end;
  }

  /** For how long nothing happens, if nobody says anything. */
  long untilNext() {
    return timers.stream().mapToLong(Task::atNs).min().orElseThrow() - nowNs;
  }

  /** Whoever was asked last answers so. */
  void answer(Load... loads) {
    for (Load load : loads) {
      goals.onLoad(load, round, nowNs);
    }
    run();
  }

  /** What was sent since the last time. */
  List<Object> news() {
    List<Object> news = List.copyOf(sent);
    sent.clear();
    return news;
  }

  /** The report of the only goal so far. */
  Report report() {
    if (reports.size() != 1) {
      throw new AssertionError("there are " + reports.size() + " reports: " + reports);
    }
    return reports.get(0);
  }

  boolean isAtRest() {
    return lock.canBegin() && transfers.current() == null;
  }

  @Override
  public ResourceName self() {
    return self;
  }

  @Override
  public @Nullable VirtualRange interval() {
    return interval;
  }

  @Override
  public Standing standing() {
    return new Standing(goals.shares().weight(interval), goals.isLeaving());
  }

  @Override
  public boolean isLockedBy(Attempt attempt) {
    return attempt.equals(lock.holder());
  }

  @Override
  public void unlock(Attempt attempt) {
    lock.unlock(attempt);
  }

  @Override
  public OwnershipToken release(VirtualRange range) {
    VirtualRange all = interval;
    if (range.equals(all)) {
      interval = null;
    } else if (all != null && all.first() == range.first()) {
      interval = VirtualRange.of(range.end(), all.end());
    } else if (all != null) {
      interval = VirtualRange.of(all.first(), range.first());
    }
    return new OwnershipToken(range, ++epoch);
  }

  @Override
  public void assume(OwnershipToken token) {
    VirtualRange range = token.range();
    VirtualRange mine = interval == null ? range : interval;
    interval =
        VirtualRange.of(Math.min(mine.first(), range.first()), Math.max(mine.end(), range.end()));
  }

  @Override
  public void send(long name, LockMessage message) {
    sent.add(message);
  }

  @Override
  public void send(ResourceName to, TransferMessage message) {
    sent.add(message);
  }

  @Override
  public boolean trySendChunk(ResourceName to, byte[] chunk) {
    return true;
  }

  @Override
  public void probe(long v, long ofRound) {
    probes.add(v);
    round = ofRound;
  }

  @Override
  public Loop.Timer after(long delayNs, LongConsumer action) {
    var task = new Task(nowNs + delayNs, tasks++, action);
    timers.add(task);
    return () -> timers.remove(task);
  }

  @Override
  public RandomGenerator random() {
    return chance;
  }

  @Override
  public @Nullable VirtualRange choose(@Nullable VirtualRange beside, double weight) {
    return chosen;
  }

  @Override
  public void onAttemptFailed(Attempt attempt, String reason, long now) {
    goals.onAttemptFailed(attempt, reason, now);
  }

  @Override
  public void onLocked(Transaction transaction, long now) {
    goals.onLocked(transaction, now);
  }

  @Override
  public void onMoved(Attempt attempt, Move move, long now) {
    goals.onMoved(attempt, move, now);
  }

  @Override
  public void onNothingMoved(Attempt attempt, String reason, long now) {
    goals.onNothingMoved(attempt, reason, now);
  }

  @Override
  public void onAction(
      String action,
      @Nullable ResourceName peer,
      @Nullable Attempt attempt,
      @Nullable VirtualRange range) {}
}
