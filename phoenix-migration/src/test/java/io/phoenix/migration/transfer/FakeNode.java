package io.phoenix.migration.transfer;

import io.phoenix.api.Loop;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.transfer.TransferMessage.Credit;
import io.phoenix.migration.transfer.TransferMessage.Handover;
import io.phoenix.migration.transfer.TransferMessage.Offer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A node with transfers, a hand-set clock, and a log of all that was done, in order. */
final class FakeNode implements TransferEffects {
  /** Small pieces, a window of two of them, released when one is left. */
  static final TransferSettings SETTINGS = new TransferSettings(4, 8, 4, 2, 1000);

  private record Task(long atNs, long order, LongConsumer action) {}

  final ResourceName self;
  final FakeState state;
  final Transfers transfers;
  final List<String> log = new ArrayList<>();
  final List<Move> moves = new ArrayList<>();

  /** What is under way to the other node, lane by lane. */
  final Deque<Consumer<FakeNode>> ordered = new ArrayDeque<>();

  final Deque<Consumer<FakeNode>> urgent = new ArrayDeque<>();

  @Nullable VirtualRange interval;
  @Nullable Attempt holder;
  @Nullable VirtualRange chosen;
  boolean hasRoom = true;
  long nowNs = 1_000_000;
  private long epoch = 6;
  private long tasks;
  private final PriorityQueue<Task> timers =
      new PriorityQueue<>(Comparator.comparing(Task::atNs).thenComparing(Task::order));

  FakeNode(long name, @Nullable VirtualRange interval, FakeState state) {
    self = new ResourceName(name);
    this.interval = interval;
    this.state = state;
    state.logTo(log);
    transfers = new Transfers(state, SETTINGS, this);
  }

  /** Does everything that is due now. */
  void run() {
    while (runOne()) {}
  }

  /** Does the next thing that is due now; returns whether there was one. */
  boolean runOne() {
    Task next = timers.peek();
    if (next == null || next.atNs() > nowNs) {
      return false;
    }
    timers.remove().action().accept(nowNs);
    return true;
  }

  void runFor(long durationNs) {
    long end = nowNs + durationNs;
    while (!timers.isEmpty() && timers.peek().atNs() <= end) {
      nowNs = Math.max(nowNs, timers.peek().atNs());
      run();
    }
    nowNs = end;
  }

  /** What has been logged since the last time. */
  List<String> news() {
    List<String> news = List.copyOf(log);
    log.clear();
    return news;
  }

  /** A node is not waited for any more, neither by a transfer nor by the lock. */
  void giveUp(ResourceName gone) {
    Attempt busy = transfers.current();
    transfers.onGone(gone, nowNs);
    if (holder != null && holder.initiator().equals(gone) && !holder.equals(busy)) {
      holder = null;
    }
    run();
  }

  boolean isFree() {
    return holder == null;
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
  public boolean isLockedBy(Attempt attempt) {
    return attempt.equals(holder);
  }

  @Override
  public void unlock(Attempt attempt) {
    if (attempt.equals(holder)) {
      holder = null;
      log.add("unlock");
    }
  }

  @Override
  public OwnershipToken release(VirtualRange range) {
    VirtualRange all = interval;
    if (all == null || !all.contains(range)) {
      throw new IllegalStateException("release of " + range + " from " + all);
    }
    if (all.equals(range)) {
      interval = null;
    } else if (all.first() == range.first()) {
      interval = VirtualRange.of(range.end(), all.end());
    } else {
      interval = VirtualRange.of(all.first(), range.first());
    }
    log.add("release " + range);
    return new OwnershipToken(range, ++epoch);
  }

  @Override
  public void assume(OwnershipToken token) {
    VirtualRange mine = interval;
    VirtualRange range = token.range();
    if (mine != null && !mine.isAdjacentTo(range)) {
      throw new IllegalStateException("assume of " + range + " beside " + mine);
    }
    interval =
        mine == null
            ? range
            : VirtualRange.of(
                Math.min(mine.first(), range.first()), Math.max(mine.end(), range.end()));
    log.add("assume " + range + " epoch " + token.epoch());
  }

  @Override
  public void send(ResourceName to, TransferMessage message) {
    String what = message.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    if (message instanceof Offer offer) {
      what += " " + offer.range();
    } else if (message instanceof Credit credit) {
      what += " " + credit.bytes();
    } else if (message instanceof Handover handover) {
      what += " " + handover.token().range() + " epoch " + handover.token().epoch();
    }
    log.add(what);
    (message.isInOrderWithChunks() ? ordered : urgent)
        .add(other -> message.dispatch(self, other.transfers, other.nowNs));
  }

  @Override
  public boolean trySendChunk(ResourceName to, byte[] chunk) {
    if (hasRoom) {
      log.add("chunk " + new String(chunk, StandardCharsets.UTF_8));
      ordered.add(other -> other.transfers.onChunk(self, chunk, other.nowNs));
    }
    return hasRoom;
  }

  @Override
  public Loop.Timer after(long delayNs, LongConsumer action) {
    var task = new Task(nowNs + delayNs, tasks++, action);
    timers.add(task);
    return () -> timers.remove(task);
  }

  @Override
  public @Nullable VirtualRange choose(@Nullable VirtualRange beside, double weight) {
    return chosen;
  }

  @Override
  public void onMoved(Attempt attempt, Move move, long now) {
    moves.add(move);
    log.add(move.result().toString());
  }

  @Override
  public void onNothingMoved(Attempt attempt, String reason, long now) {
    log.add("nothing moved");
  }

  @Override
  public void onAction(
      String action,
      @Nullable ResourceName peer,
      @Nullable Attempt attempt,
      @Nullable VirtualRange range) {}
}
