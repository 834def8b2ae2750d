package io.phoenix.workstealing.steal;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.monitor.Monitor;
import io.phoenix.workstealing.monitor.Peer;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.policy.BackOffPolicy;
import io.phoenix.workstealing.policy.ThiefView;
import io.phoenix.workstealing.policy.VictimPolicy;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/**
 * Asks other nodes for work, as long as workers of this node are idle. Guarded by its site.
 *
 * <p>A request is answered once. If the answer takes long, others are asked meanwhile, and the work
 * of a late answer is taken all the same: nothing depends on when it comes, or to which node.
 */
final class Thief implements ThiefView {
  /** How many requests may be out, without those that are overdue. */
  static final int MAX_ASKED = 16;

  /** How many overdue requests are kept, and sent again. */
  static final int MAX_OVERDUE = 64;

  /** After how long a request is overdue, and after how long it is sent again. */
  static final long PATIENCE_NS = 2_000_000_000L;

  /** A request that has not been answered. */
  private record Asked(long v, long sentNs) {}

  private final SiteSettings settings;
  private final SiteEffects out;
  private final Monitor monitor;
  private final SiteMessenger messenger;
  private final SubcomputationTable table;
  private final SiteWorkers workers;
  private final LongConsumer pauseOver;
  private final VictimPolicy victims;
  private final BackOffPolicy backOff;
  private final Map<StealId, Asked> asked = new LinkedHashMap<>();

  /** Requests that the thief does not wait for any more. */
  private final Map<StealId, Asked> overdue = new LinkedHashMap<>();

  private int failures;
  private boolean pausing;
  private long nowNs;

  /** Whether all workers were idle at the last tick; and since when. */
  private boolean idle;

  private long idleSinceNs;

  /**
   * A thief that has asked nobody.
   *
   * @param pauseOver takes the site's lock and calls {@link #onPauseOver}
   */
  Thief(
      SiteSettings settings,
      SiteEffects out,
      Monitor monitor,
      SiteMessenger messenger,
      SubcomputationTable table,
      SiteWorkers workers,
      LongConsumer pauseOver) {
    this.settings = settings;
    this.out = out;
    this.monitor = monitor;
    this.messenger = messenger;
    this.table = table;
    this.workers = workers;
    this.pauseOver = pauseOver;
    victims = settings.policy().victims();
    backOff = settings.policy().backOff();
  }

  /** Asks for work, if workers are idle. */
  void seek(long now) {
    nowNs = now;
    try {
      askVictims();
    } catch (Throwable e) { // the policy's
      out.fail(e);
    }
  }

  private void askVictims() {
    while (!pausing
        && asked.size() < MAX_ASKED
        && idleWorkers() > 0
        && out.interval() != null
        && messenger.address() >= 0) {
      long v = victims.victim(this);
      if (v < 0 || v >= spaceSize() || own().contains(v)) {
        return;
      }
      StealId id = messenger.newId();
      asked.put(id, new Asked(v, nowNs));
      messenger.request(id, v);
    }
  }

  /** A request has been answered, perhaps an overdue one. */
  void onAnswer(StealId id, long from, boolean work, long now) {
    nowNs = now;
    overdue.remove(id);
    Asked question = asked.remove(id);
    if (question != null) {
      monitor.onLatency(from, now - question.sentNs);
    }
    if (work) {
      failures = 0;
      idle = false;
    } else if (question != null) {
      onNothing(now);
    }
    seek(now);
  }

  private void onNothing(long now) {
    failures++;
    if (out.interval() == null || pausing) {
      return;
    }
    try {
      backOff(now - idleSinceNs);
    } catch (Throwable e) { // the policy's
      out.fail(e);
    }
  }

  private void backOff(long idleNs) {
    if (idle && backOff.shouldLeave(failures, idleNs, this)) {
      out.leave();
    }
    long pauseNs = backOff.pauseNs(failures, this);
    if (pauseNs > 0) {
      pausing = true;
      out.after(pauseNs, pauseOver);
    }
  }

  /** A pause is over. */
  void onPauseOver(long now) {
    pausing = false;
    seek(now);
  }

  /** Time passes. */
  void tick(long now) {
    boolean allIdle = workers.idle() == workers.slots().size();
    askAgain(now);
    if (allIdle && !idle) {
      idleSinceNs = now;
    }
    idle = allIdle;
    seek(now);
  }

  private void askAgain(long now) {
    asked.forEach(
        (id, question) -> {
          if (now - question.sentNs > PATIENCE_NS && overdue.size() < MAX_OVERDUE) {
            overdue.put(id, question);
          }
        });
    asked.values().removeIf(question -> now - question.sentNs > PATIENCE_NS);
    if (messenger.address() >= 0) {
      overdue.replaceAll(
          (id, question) -> {
            if (now - question.sentNs <= PATIENCE_NS) {
              return question;
            }
            messenger.request(id, question.v);
            return new Asked(question.v, now);
          });
    }
  }

  // ── for the policies ────────────────────────────────────────────────────────────────────────

  @Override
  public long spaceSize() {
    return settings.spaceSize();
  }

  @Override
  public VirtualRange own() {
    return Objects.requireNonNull(out.interval(), "a thief without an interval");
  }

  @Override
  public PeerInfo self() {
    return Objects.requireNonNull(messenger.self(), "a thief without an interval");
  }

  @Override
  public Collection<Peer> peers() {
    return monitor.peers();
  }

  @Override
  public int idleWorkers() {
    // Work that has come and has not begun yet will keep some of them busy.
    return Math.max(0, workers.idle() - table.runnable());
  }

  @Override
  public List<Long> asked() {
    return asked.values().stream().map(Asked::v).toList();
  }

  @Override
  public RandomGenerator random() {
    return settings.random();
  }

  @Override
  public long nowNs() {
    return nowNs;
  }
}
