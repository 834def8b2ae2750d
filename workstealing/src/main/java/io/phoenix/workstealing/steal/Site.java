package io.phoenix.workstealing.steal;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.monitor.Monitor;
import io.phoenix.workstealing.steal.StealMessage.Abort;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.StealMessage.Result;
import io.phoenix.workstealing.steal.Subcomputation.ArrivedResult;
import io.phoenix.workstealing.steal.Subcomputation.State;
import io.phoenix.workstealing.task.TaskPool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One node's part in one job: its subcomputations, its workers, and its part in steals.
 *
 * <p><b>The lock.</b> Workers call in, and the node's loop does. The site alone locks: every method
 * that one of them calls is synchronized and short; the classes that the site is made of are called
 * with the lock held. Of the application's code only short pieces run under the lock: policies, and
 * codecs of problems that arrive, or that are given while no worker runs their subcomputation.
 * Between two calls of a worker anything may have happened to the subcomputation that it runs.
 */
public final class Site {
  final SiteMessenger messenger;
  final SiteWorkers workers;
  private final SiteSettings settings;
  private final SiteEffects out;
  private final Monitor monitor;
  private final SubcomputationTable table = new SubcomputationTable();
  private final SiteMetrics metrics;
  private final Thief thief;
  private final Victim victim;
  private boolean over;

  /** A site without work. */
  public Site(SiteSettings settings, SiteEffects out) {
    this.settings = settings;
    this.out = out;
    monitor = new Monitor(settings.self(), settings.random());
    workers = new SiteWorkers(settings.workers(), out::wake);
    metrics = new SiteMetrics(settings);
    messenger = new SiteMessenger(settings, out, monitor, table, workers, metrics);
    thief = new Thief(settings, out, monitor, messenger, table, workers, this::onPauseOver);
    victim = new Victim(settings, out, thief, messenger, table, workers, metrics);
  }

  /** What the site was made with. */
  public SiteSettings settings() {
    return settings;
  }

  /** Makes the worker with this index. */
  public Worker worker(int index) {
    return new Worker(this, workers.slots().get(index), out);
  }

  /** Begins the job here: its root lives at virtual node 0. */
  public synchronized void begin() {
    TaskPool pool = settings.kind().poolOf(settings.kind().root());
    install(new Subcomputation(StealId.root(settings.job()), 0, 0, 0, pool));
  }

  /** Ends everything: the job is over. */
  public synchronized void end() {
    over = true;
    victim.clear();
    for (Subcomputation s : table.all()) {
      if (s.state == State.RUNNING) {
        s.pool.ask();
      }
      s.state = State.GONE;
    }
    table.clear();
    workers.wakeAll();
  }

  synchronized List<Subcomputation> subcomputations() {
    return List.copyOf(table.all());
  }

  // ── messages ────────────────────────────────────────────────────────────────────────────────

  /** Takes a message. */
  public synchronized void onMessage(StealMessage message, long nowNs) {
    if (!over) {
      monitor.onNews(message.news(), nowNs);
      message.dispatch(new Messages(), nowNs);
    }
  }

  /** Handles messages, with the lock held. */
  private final class Messages implements StealMessage.Handler {
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
        table.abort(s, messenger::abort);
      }
    }
  }

  // ── subcomputations ─────────────────────────────────────────────────────────────────────────

  /** Adds a subcomputation that can run; returns {@code false} if it is here already. */
  private boolean install(Subcomputation s) {
    boolean added = table.add(s);
    if (added) {
      makeReady(s);
    }
    return added;
  }

  private void makeReady(Subcomputation s) {
    table.addReady(s);
    workers.wakeIdle();
  }

  private void deliver(Subcomputation s, StealId id, TaskResult result) {
    if (table.deliver(s, id, result)) {
      workers.wakeIdle();
    }
  }

  /** Hands the result of a subcomputation on to its victim. */
  private void handOn(Subcomputation s, TaskResult result) {
    Subcomputation from = table.victimOf(s.id);
    if (from != null) {
      metrics.onResult(from, false);
      deliver(from, s.id, result);
    } else {
      messenger.result(s, result.bytes(settings.kind()));
    }
  }

  // ── workers ─────────────────────────────────────────────────────────────────────────────────

  /** What a worker is to run; {@code null} if there is nothing: it will be woken, or asks again. */
  synchronized @Nullable Subcomputation next(WorkerSlot slot, long nowNs) {
    if (slot.current == null && !over) {
      Subcomputation s = table.takeReady();
      if (s != null) {
        workers.start(slot, s);
      } else if (messenger.address() >= 0) { // else all moves: the less it is divided, the better
        victim.ask(slot.demand, nowNs);
      }
    }
    return slot.current;
  }

  /** Counts the tasks that a worker has run, unless they were counted when its work was taken. */
  synchronized void countTasks(WorkerSlot slot) {
    Subcomputation s = slot.current;
    if (s != null) {
      metrics.count(s);
    }
  }

  /** The results for these places of what a worker runs are not wanted any more. */
  synchronized void dropUnwanted(WorkerSlot slot, IntPredicate places) {
    Subcomputation s = slot.current;
    if (s != null) {
      table.dropUnwanted(s, places, messenger::abort);
    }
  }

  /** Results that have arrived; {@code null} if the worker must not go on with what it runs. */
  synchronized @Nullable List<ArrivedResult> takeArrived(WorkerSlot slot) {
    Subcomputation s = slot.current;
    if (s == null || s.state != State.RUNNING) {
      return null;
    }
    List<ArrivedResult> arrived = s.inbox;
    s.inbox = new ArrayList<>();
    return arrived;
  }

  /** A demand that the worker was asked to serve, and must serve now. */
  synchronized @Nullable StealDemand takeDemand(WorkerSlot slot) {
    return victim.takeDemand(slot);
  }

  synchronized int amount(Subcomputation s, StealDemand demand) {
    return victim.amount(s, demand);
  }

  synchronized void give(StealDemand demand, Subcomputation from, StolenTasks stolen) {
    victim.give(demand, from, stolen);
  }

  /** A worker has looked up, and has nothing more to give; returns what it is to run next. */
  synchronized @Nullable Subcomputation onServed(WorkerSlot slot, long nowNs) {
    Subcomputation s = slot.current;
    if (s != null) {
      slot.inUse = s.pool.inUse();
      s.readyLevel = s.pool.readyLevel();
      metrics.onLookUp(workers);
      if (s.state == State.RUNNING && table.isBlocked(s.address)) {
        table.stopRunning(s);
        slot.clear();
      }
    }
    victim.onNothing(slot, nowNs);
    return next(slot, nowNs);
  }

  /** The subcomputation that a worker runs has nothing to do until results arrive. */
  synchronized void onWaiting(WorkerSlot slot, long nowNs) {
    Subcomputation s = slot.current;
    if (s != null && s.state == State.RUNNING) {
      table.stopRunning(s);
    }
    onLost(slot, nowNs);
  }

  /** Whether the result of what a worker runs goes to another node, and so has to be written. */
  synchronized boolean isForElsewhere(WorkerSlot slot) {
    Subcomputation s = slot.current;
    return s != null && table.victimOf(s.id) == null;
  }

  /**
   * The subcomputation that a worker runs has its result. If its victim has moved away since the
   * worker asked {@link #isForElsewhere}, which is rare, the result is written under the lock.
   */
  synchronized void onDone(WorkerSlot slot, TaskResult result, long nowNs) {
    Subcomputation s = slot.current;
    if (s != null && s.state == State.RUNNING) {
      handOn(s, result);
      table.remove(s);
      s.state = State.GONE;
    }
    onLost(slot, nowNs);
  }

  /** A worker has nothing to run any more. */
  synchronized void onLost(WorkerSlot slot, long nowNs) {
    slot.away = false;
    slot.clear();
    victim.onNothing(slot, nowNs);
  }

  // ── time ────────────────────────────────────────────────────────────────────────────────────

  /** To be called some times a second. */
  public synchronized void tick(long nowNs) {
    if (!over) {
      metrics.tick(workers, nowNs);
      for (WorkerSlot slot : workers.slots()) {
        Subcomputation s = slot.current;
        if (s != null) {
          s.pool.ask(); // the worker will say how much it has
        }
      }
      thief.tick(nowNs);
    }
  }

  /** What this node has done so far for the job. */
  public synchronized SiteStatistics statistics() {
    return metrics.statistics();
  }

  // ── moving ──────────────────────────────────────────────────────────────────────────────────

  /** Stops the subcomputations of a range from running, as soon as workers look up. */
  public synchronized void block(VirtualRange range) {
    table.block(range);
    for (Subcomputation s : table.in(range)) {
      if (s.state == State.RUNNING) {
        s.pool.ask();
      }
    }
  }

  /** Lets the subcomputations of a range run again. */
  public synchronized void unblock(VirtualRange range) {
    table.unblock(range);
    workers.wakeAll();
  }

  /** Whether no worker runs a subcomputation of a range. */
  public synchronized boolean isStill(VirtualRange range) {
    return table.in(range).stream().noneMatch(s -> s.state == State.RUNNING);
  }

  /** Takes the subcomputations of a range away from workers that are inside long tasks. */
  public synchronized void takeFromLongTasks(VirtualRange range) {
    for (WorkerSlot slot : workers.slots()) {
      Subcomputation s = slot.current;
      if (s != null && s.state == State.RUNNING && range.contains(s.address) && s.pool.seize()) {
        TaskPool successor = s.pool.take();
        metrics.count(s); // now: the worker may come back when this node has long left
        s.pool = successor;
        s.counted = 0;
        table.stopRunning(s);
        slot.clear();
        slot.away = true;
      }
    }
  }

  /** Removes the subcomputations that live in a range; none of them is running. */
  public synchronized MovedWork takeOut(VirtualRange range) {
    List<Subcomputation> moved = table.in(range);
    moved.forEach(table::remove);
    return new MovedWork(moved);
  }

  /** Adds subcomputations that were taken out, here or at another node. */
  public synchronized void add(MovedWork work) {
    if (over) {
      return;
    }
    for (Subcomputation s : work.moved()) {
      s.state = State.WAITING;
      if (table.add(s) && s.canRun()) {
        makeReady(s);
      }
    }
  }

  /** A pause of the thief is over. */
  private synchronized void onPauseOver(long nowNs) {
    if (!over) {
      thief.onPauseOver(nowNs);
    }
  }
}
