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
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Looks for work at other nodes, as long as there are idle workers here. Guarded by its site.
 *
 * <p>A request is answered once. If that takes long, others are asked meanwhile, and a late
 * answer's work is taken all the same: nothing depends on when it comes, or to whom.
 */
final class Thief implements ThiefView {
  /** How many requests may be out, those that are not waited for any more not counted. */
  static final int MAX_ASKED = 16;

  /** How many requests are sent again. */
  static final int MAX_OVERDUE = 64;

  /** After how long a request is no longer waited for, and sent again. */
  static final long PATIENCE_NS = 2_000_000_000L;

  /** A request that has not been answered. */
  private record Asked(long v, long sentNs) {}

  /** What a thief needs of its site. */
  interface Host {
    StealId newId();

    /** How many workers have no work, and none that is here already will keep busy. */
    int idleWorkers();

    /** The virtual node to which answers are sent; -1 if everything here moves. */
    long address();

    /** What this node says of itself; {@code null} if it assumes nothing. */
    @Nullable PeerInfo self();

    void ask(StealId id, long victim, long thief);

    /** Calls {@link #onPauseOver} after a delay. */
    void later(long delayNs);
  }

  private final Host host;
  private final SiteSettings settings;
  private final SiteEffects out;
  private final Monitor monitor;
  private final VictimPolicy victims;
  private final BackOffPolicy backOff;
  private final Map<StealId, Asked> asked = new LinkedHashMap<>();

  /** Those that are not waited for any more. */
  private final Map<StealId, Asked> overdue = new LinkedHashMap<>();

  private int failures;
  private boolean pausing;
  private long nowNs;

  /** Whether no worker has had work, when time last passed; and since when. */
  private boolean idle;

  private long idleSinceNs;

  Thief(Host host, SiteSettings settings, SiteEffects out, Monitor monitor) {
    this.host = host;
    this.settings = settings;
    this.out = out;
    this.monitor = monitor;
    victims = settings.policy().victims();
    backOff = settings.policy().backOff();
  }

  /** Asks for work, if there are idle workers. */
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
        && host.idleWorkers() > 0
        && out.interval() != null
        && host.address() >= 0) {
      long v = victims.victim(this);
      if (v < 0 || v >= spaceSize() || own().contains(v)) {
        return;
      }
      StealId id = host.newId();
      asked.put(id, new Asked(v, nowNs));
      host.ask(id, v, host.address());
    }
  }

  /** A request has been answered, perhaps one that is not waited for any more. */
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
      host.later(pauseNs);
    }
  }

  /** A pause is over. */
  void onPauseOver(long now) {
    pausing = false;
    seek(now);
  }

  /** Time passes. */
  void tick(boolean allIdle, long now) {
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
    if (host.address() >= 0) {
      overdue.replaceAll(
          (id, question) -> {
            if (now - question.sentNs <= PATIENCE_NS) {
              return question;
            }
            host.ask(id, question.v, host.address());
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
    return Objects.requireNonNull(host.self(), "a thief without an interval");
  }

  @Override
  public Collection<Peer> peers() {
    return monitor.peers();
  }

  @Override
  public int idleWorkers() {
    return host.idleWorkers();
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
