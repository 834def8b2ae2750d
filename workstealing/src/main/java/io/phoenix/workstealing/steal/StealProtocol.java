package io.phoenix.workstealing.steal;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.monitor.Monitor;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.StealMessage.Abort;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.StealMessage.Result;
import io.phoenix.workstealing.steal.Subcomputation.Assignment;
import io.phoenix.workstealing.task.TaskPool;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The steal protocol, as one node speaks it for one job: handles messages about work, and lets its
 * {@link Thief} and its {@link Victim} act. Guarded by its site.
 */
final class StealProtocol
    implements StealMessage.Handler, Thief.Host, Victim.Host, SiteWorkers.Host {
  /** The workers, whose idle ones want work and whose busy ones are asked for some. */
  final SiteWorkers workers;

  private final SiteSettings settings;
  private final SiteEffects out;
  private final LongConsumer pauseOver;
  private final SubcomputationTable table;
  private final SiteMetrics metrics;
  private final Monitor monitor;
  private final Thief thief;
  private final Victim victim;

  /** Begins anywhere: a node that leaves a job and comes back must not use a number again. */
  private long lastNumber;

  /**
   * The part of a node that has no work.
   *
   * @param pauseOver takes the site's lock and calls {@link #onPauseOver}
   */
  StealProtocol(
      SiteSettings settings,
      SiteEffects out,
      SubcomputationTable table,
      SiteMetrics metrics,
      LongConsumer pauseOver) {
    this.settings = settings;
    this.out = out;
    this.table = table;
    this.metrics = metrics;
    this.pauseOver = pauseOver;
    monitor = new Monitor(settings.self(), settings.random());
    workers = new SiteWorkers(settings.workers(), out::wake, this);
    thief = new Thief(this, settings, out, monitor);
    victim = new Victim(this, settings, monitor, table, workers, metrics);
    lastNumber = settings.random().nextLong();
  }

  // ── messages ────────────────────────────────────────────────────────────────────────────────

  void onMessage(StealMessage message, long nowNs) {
    monitor.onNews(message.news(), nowNs);
    message.dispatch(this, nowNs);
  }

  @Override
  public void onRequest(Request m, long nowNs) {
    victim.onRequest(m, nowNs);
  }

  @Override
  public void onAnswer(Answer m, long nowNs) {
    for (GivenTask task : m.given()) {
      try {
        TaskPool pool = settings.kind().poolOf(StolenTasks.read(task.problem(), settings.kind()));
        if (install(new Subcomputation(task.id(), m.to(), task.victim(), task.level(), pool))) {
          metrics.stolen++;
        }
      } catch (Throwable e) { // the application's codec
        out.fail(e);
      }
    }
    long from = m.news().isEmpty() ? 0 : m.news().get(0).node();
    thief.onAnswer(m.id(), from, !m.given().isEmpty(), nowNs);
  }

  @Override
  public void onResult(Result m, long nowNs) {
    Subcomputation s = table.victimOf(m.id());
    if (s == null) {
      metrics.ignoredResults++; // the result came twice, or is not wanted any more
      return;
    }
    metrics.onResult(s, true);
    deliver(s, m.id(), new TaskResult.Bytes(m.result()));
  }

  @Override
  public void onAbort(Abort m, long nowNs) {
    Subcomputation s = table.get(m.id());
    if (s != null) {
      table.abort(s, this::sendAbort);
    }
  }

  @Override
  public void send(StealMessage message) {
    metrics.messages++;
    out.send(message);
  }

  @Override
  public List<PeerInfo> news() {
    PeerInfo self = self();
    return self == null ? List.of() : monitor.news(self);
  }

  // ── subcomputations ─────────────────────────────────────────────────────────────────────────

  /** Adds a subcomputation that can run; returns {@code false} if it is here already. */
  boolean install(Subcomputation s) {
    boolean added = table.add(s);
    if (added) {
      makeReady(s);
    }
    return added;
  }

  void makeReady(Subcomputation s) {
    table.addReady(s);
    workers.wakeIdle();
  }

  private void deliver(Subcomputation s, StealId id, TaskResult result) {
    if (table.deliver(s, id, result)) {
      workers.wakeIdle();
    }
  }

  /** Hands the result of a subcomputation on to its victim. */
  void handOn(Subcomputation s, TaskResult result) {
    Subcomputation from = table.victimOf(s.id);
    if (from != null) {
      metrics.onResult(from, false);
      deliver(from, s.id, result);
    } else {
      byte[] bytes = result.bytes(settings.kind());
      send(new Result(settings.job(), s.victim, s.id, bytes, news()));
    }
  }

  /** Tells a thief at another node that its work is not wanted any more. */
  void sendAbort(StealId id, Assignment assignment) {
    send(new Abort(settings.job(), assignment.thief(), id));
  }

  // ── giving and seeking ──────────────────────────────────────────────────────────────────────

  int amount(Subcomputation s, StealDemand demand) {
    return victim.amount(s, demand);
  }

  void give(StealDemand demand, Subcomputation from, StolenTasks stolen) {
    victim.give(demand, from, stolen);
  }

  @Override
  public void giveFrom(Subcomputation s, StealDemand demand) {
    victim.giveFrom(s, demand);
  }

  @Override
  public void onNothing(StealDemand demand, long nowNs) {
    Request request = demand.request;
    if (request != null) {
      victim.answer(request, List.of());
    } else {
      thief.seek(nowNs);
    }
  }

  void tick(long nowNs) {
    thief.tick(workers.isAllIdle(), nowNs);
  }

  void onPauseOver(long nowNs) {
    thief.onPauseOver(nowNs);
  }

  @Override
  public StealId newId() {
    return new StealId(settings.self(), ++lastNumber);
  }

  @Override
  public int idleWorkers() {
    // Work that has come and has not begun yet will keep some of them busy.
    return Math.max(0, workers.idle() - table.runnable());
  }

  @Override
  public long address() {
    VirtualRange interval = out.interval();
    return interval == null ? -1 : table.firstUnblocked(interval);
  }

  @Override
  public @Nullable PeerInfo self() {
    VirtualRange interval = out.interval();
    return interval == null ? null : metrics.info(interval, workers, table);
  }

  @Override
  public void ask(StealId id, long victim, long address) {
    send(new Request(settings.job(), victim, id, address, news()));
  }

  @Override
  public void later(long delayNs) {
    out.after(delayNs, pauseOver);
  }

  @Override
  public void fail(Throwable cause) {
    out.fail(cause);
  }
}
