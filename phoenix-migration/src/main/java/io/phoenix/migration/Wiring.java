package io.phoenix.migration;

import io.phoenix.api.Loop;
import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeClosedException;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.goal.GoalEffects;
import io.phoenix.migration.goal.Goals;
import io.phoenix.migration.goal.Load;
import io.phoenix.migration.goal.Report;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.LockCodec;
import io.phoenix.migration.lock.LockCore;
import io.phoenix.migration.lock.LockEffects;
import io.phoenix.migration.lock.LockMessage;
import io.phoenix.migration.lock.Standing;
import io.phoenix.migration.lock.Transaction;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.transfer.Move;
import io.phoenix.migration.transfer.Progress;
import io.phoenix.migration.transfer.TransferCodec;
import io.phoenix.migration.transfer.TransferEffects;
import io.phoenix.migration.transfer.TransferMessage;
import io.phoenix.migration.transfer.Transfers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries messages, timers and effects between a node and the cores of its migrations. */
final class Wiring implements LockEffects, TransferEffects, GoalEffects, OwnershipListener {
  private static final Logger log = LoggerFactory.getLogger(Migration.class);

  private final Node node;
  private final MigratingState state;
  private final Step.Listener trace;
  private final Outbox outbox;
  private final LockCore lock;
  private final Transfers transfers;
  private final Goals goals;
  private final LockWatch watch;
  private final List<MigrationListener> listeners = new CopyOnWriteArrayList<>();
  private @Nullable Suspension suspension;

  Wiring(Node node, MigratingState state, MigrationSettings settings, Step.Listener trace) {
    this.node = node;
    this.state = state;
    this.trace = trace;
    outbox = new Outbox(node);
    lock = new LockCore(node.resourceName(), this);
    transfers = new Transfers(state, settings.transfer(), this);
    goals =
        new Goals(node.spaceSize(), settings.goals(), settings.weights(), lock, transfers, this);
    long attemptNs = settings.goals().attemptNs();
    watch = new LockWatch(node, lock, transfers, action -> later(attemptNs, action));
  }

  /** Begins to take messages. */
  void connect() {
    node.handle(Tags.LOCK, m -> unlessClosed(() -> onLockMessage(m, now())));
    node.handle(Tags.TRANSFER, m -> unlessClosed(() -> onTransferMessage(m, now())));
    node.handle(Tags.ORDERED, m -> unlessClosed(() -> onTransferMessage(m, now())));
    node.handle(Tags.CHUNK, m -> unlessClosed(() -> onChunk(m, now())));
    node.handle(Tags.PROBE, m -> unlessClosed(() -> onProbe(m)));
    node.handle(Tags.LOAD, m -> unlessClosed(() -> onLoad(m, now())));
    node.addOwnershipListener(this);
  }

  /**
   * Does something, unless the node has been told to leave in the middle of a migration: then what
   * it was doing is over, and peers find out as they do of any node that is gone.
   */
  private void unlessClosed(Runnable action) {
    try {
      action.run();
      if (suspension != null) {
        suspension.onEvent(now());
      }
    } catch (NodeClosedException e) {
      log.debug("{} leaves: {}", node.resourceName(), describe());
    }
  }

  MigratingState state() {
    return state;
  }

  Goals goals() {
    return goals;
  }

  Transfers transfers() {
    return transfers;
  }

  boolean isAtRest() {
    return lock.canBegin() && transfers.current() == null;
  }

  /** See {@link Migration#suspend}. */
  void suspend(Consumer<Report> done, long nowNs) {
    var begun = new Suspension(this, lock, done, nowNs);
    suspension = begun;
    goals.cancelAll(Suspension.REASON, nowNs);
    var cancelled = transfers.cancel(Suspension.REASON, nowNs); // what peers have begun
    log.debug("{} will be away, transfers cancelled={}", node.resourceName(), cancelled);
    var unused = after(goals.settings().leaveNs(), now -> begun.giveUp(now));
    begun.onEvent(nowNs);
  }

  /** See {@link Migration#save}. */
  byte[] save() {
    if (suspension == null) {
      throw new IllegalStateException("save without suspend");
    }
    return suspension.save();
  }

  /** The node stays after all. */
  void resume(String reason, long nowNs) {
    if (suspension != null) {
      suspension.cancel(reason, nowNs);
      suspension = null;
    }
  }

  void addListener(MigrationListener listener) {
    listeners.add(listener);
  }

  String describe() {
    return "I=%s h=%s l=%s transfer=%s in doubt=%s"
        .formatted(
            interval(), lock.holder(), lock.attempt(), transfers.current(), transfers.inDoubt());
  }

  private long now() {
    return node.loop().nowNs();
  }

  // ── messages ────────────────────────────────────────────────────────────────────────────────

  private void onLockMessage(Message m, long nowNs) {
    LockMessage message;
    try {
      message = LockCodec.decode(ByteBuffer.wrap(m.payload()));
    } catch (RuntimeException e) {
      log.warn("{} is no lock message and was ignored: {}", m, e.toString());
      return;
    }
    if (message.isFromInitiator() && !message.attempt().initiator().equals(m.sender())) {
      log.warn("{} speaks for {} about a lock and was ignored", m.sender(), message.attempt());
      return;
    }
    message.dispatch(m.sender(), lock, nowNs);
    watch.onEvent();
  }

  private void onTransferMessage(Message m, long nowNs) {
    TransferMessage message;
    try {
      message = TransferCodec.decode(ByteBuffer.wrap(m.payload()));
    } catch (RuntimeException e) {
      log.warn("{} is no message of a transfer and was ignored: {}", m, e.toString());
      return;
    }
    message.dispatch(m.sender(), transfers, nowNs);
    tellProgress();
  }

  private void onChunk(Message m, long nowNs) {
    transfers.onChunk(m.sender(), m.payload(), nowNs);
    tellProgress();
  }

  private void tellProgress() {
    if (!listeners.isEmpty()) {
      Progress progress = transfers.progress();
      if (progress != null) {
        listeners.forEach(listener -> listener.onProgress(progress));
      }
    }
  }

  private void onProbe(Message m) {
    VirtualRange interval = interval();
    if (interval != null && m.payload().length == Long.BYTES) {
      ByteBuffer answer = ByteBuffer.allocate(3 * Long.BYTES + Double.BYTES + 1);
      answer.put(m.payload());
      LockCodec.putRange(answer, interval);
      LockCodec.putStanding(answer, standing());
      outbox.send(m.sender().value(), Tags.LOAD, answer.array());
    }
  }

  private void onLoad(Message m, long nowNs) {
    Load load;
    long round;
    try {
      ByteBuffer answer = ByteBuffer.wrap(m.payload());
      round = answer.getLong();
      VirtualRange interval = VirtualRange.of(answer.getLong(), answer.getLong());
      load = new Load(m.sender(), interval, LockCodec.getStanding(answer));
      LockCodec.checkEnd(answer);
    } catch (RuntimeException e) {
      log.warn("{} is no answer to a probe and was ignored: {}", m, e.toString());
      return;
    }
    goals.onLoad(load, round, nowNs);
  }

  // ── what the node tells ─────────────────────────────────────────────────────────────────────

  @Override
  public void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {
    if (owner != null) {
      unlessClosed(() -> transfers.onOwner(range, owner, epoch, now()));
    }
  }

  @Override
  public void onGone(ResourceName gone) {
    Attempt busy = transfers.current();
    unlessClosed(
        () -> {
          transfers.onGone(gone, now());
          lock.onGone(gone, busy, now());
        });
  }

  // ── for the cores ───────────────────────────────────────────────────────────────────────────

  @Override
  public ResourceName self() {
    return node.resourceName();
  }

  @Override
  public @Nullable VirtualRange interval() {
    List<VirtualRange> ranges = node.assumed().ranges();
    return ranges.isEmpty() ? null : ranges.get(0);
  }

  @Override
  public Standing standing() {
    return new Standing(goals.shares().weight(interval()), goals.isLeaving());
  }

  @Override
  public void send(long name, LockMessage message) {
    outbox.send(name, Tags.LOCK, LockCodec.encode(message));
  }

  @Override
  public void send(ResourceName to, TransferMessage message) {
    int tag = message.isInOrderWithChunks() ? Tags.ORDERED : Tags.TRANSFER;
    outbox.send(to.value(), tag, TransferCodec.encode(message));
  }

  @Override
  public boolean trySendChunk(ResourceName to, byte[] chunk) {
    boolean sent = outbox.trySend(to.value(), Tags.CHUNK, chunk);
    if (sent) {
      tellProgress();
    }
    return sent;
  }

  @Override
  public void probe(long v, long round) {
    outbox.send(v, Tags.PROBE, ByteBuffer.allocate(Long.BYTES).putLong(round).array());
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
    return node.release(range);
  }

  @Override
  public void assume(OwnershipToken token) {
    node.assume(token);
  }

  @Override
  public @Nullable VirtualRange choose(@Nullable VirtualRange beside, double weight) {
    VirtualRange interval = interval();
    if (interval == null) {
      return null;
    }
    if (beside == null) {
      return chooseForNewcomer(interval);
    }
    return beside.isAdjacentTo(interval) ? goals.shares().beside(interval, beside, weight) : null;
  }

  /** While a range beside the interval is in doubt, that end must stay for it to come back to. */
  private @Nullable VirtualRange chooseForNewcomer(VirtualRange interval) {
    List<VirtualRange> doubts = transfers.inDoubt();
    if (goals.isLeaving() && doubts.isEmpty()) {
      return interval;
    }
    boolean below = doubts.stream().anyMatch(range -> range.end() == interval.first());
    boolean above = doubts.stream().anyMatch(range -> range.first() == interval.end());
    return below && above ? null : goals.shares().half(interval, !above);
  }

  @Override
  public Loop.Timer after(long delayNs, LongConsumer action) {
    Runnable task = () -> unlessClosed(() -> action.accept(now()));
    if (delayNs == 0) {
      node.loop().execute(task);
      return () -> {};
    }
    return node.loop().schedule(Duration.ofNanos(delayNs), task);
  }

  private void later(long delayNs, LongConsumer action) {
    var unused = after(delayNs, action);
  }

  @Override
  public RandomGenerator random() {
    return node.loop().random();
  }

  @Override
  public void onAttemptFailed(Attempt attempt, String reason, long nowNs) {
    log.debug("{} got no locks: {}", attempt, reason);
    goals.onAttemptFailed(attempt, reason, nowNs);
  }

  @Override
  public void onLocked(Transaction transaction, long nowNs) {
    goals.onLocked(transaction, nowNs);
  }

  @Override
  public void onMoved(Attempt attempt, Move move, long nowNs) {
    if (move.result() == Move.Result.IN_DOUBT) {
      log.warn(
          "{}; it is not assumed here until that is known. If {} is dead for certain: reclaim",
          move,
          move.to());
    } else {
      log.debug("{}", move);
    }
    listeners.forEach(listener -> listener.onMoved(move));
    goals.onMoved(attempt, move, nowNs);
  }

  @Override
  public void onNothingMoved(Attempt attempt, String reason, long nowNs) {
    goals.onNothingMoved(attempt, reason, nowNs);
  }

  @Override
  public void onAction(
      String action,
      @Nullable ResourceName peer,
      @Nullable Attempt attempt,
      @Nullable VirtualRange range) {
    trace.onStep(
        new Step(action, peer, attempt, range, lock.holder(), lock.attempt() != null, interval()));
  }
}
