package io.phoenix.workstealing.steal;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.monitor.Monitor;
import io.phoenix.workstealing.monitor.Peer;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.StealMessage.Abort;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.StealMessage.Result;
import io.phoenix.workstealing.steal.Subcomputation.ArrivedResult;
import io.phoenix.workstealing.steal.Subcomputation.Assignment;
import io.phoenix.workstealing.steal.Subcomputation.State;
import io.phoenix.workstealing.task.StolenTask;
import io.phoenix.workstealing.task.TaskPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one node does of one job: its subcomputations, its workers, and its part in steals.
 *
 * <p>Methods that others call take the site's lock: workers call them, and the node's loop. Of the
 * application's code, only what is short runs under it: codecs of problems that come, or are given
 * while no worker runs what they are taken from; and policies. Between two calls of a worker
 * anything may have happened to what it runs.
 */
public final class Site implements StealMessage.Handler, Thief.Host, SiteWorkers.Host {
  private final SiteSettings settings;
  private final SiteEffects out;
  private final Monitor monitor;
  private final Thief thief;
  private final SubcomputationTable table = new SubcomputationTable();
  private final SiteWorkers workers;
  private final SiteMetrics metrics;

  /** Begins anywhere: a node that leaves a job and comes back must not use a number again. */
  private long lastNumber;

  private boolean over;

  /** A site without work. */
  public Site(SiteSettings settings, SiteEffects out) {
    this.settings = settings;
    this.out = out;
    monitor = new Monitor(settings.self(), settings.random());
    thief = new Thief(this, monitor, settings.policy(), settings.random());
    workers = new SiteWorkers(settings.workers(), this);
    metrics = new SiteMetrics(settings);
    lastNumber = settings.random().nextLong();
  }

  /** What the site is for. */
  public SiteSettings settings() {
    return settings;
  }

  /** Makes the worker with this index. */
  public Worker worker(int index) {
    return new Worker(
        new Workplace(this, workers.slots().get(index), table, workers, metrics), out);
  }

  /** Begins the job here: its root lives at virtual node 0. */
  public synchronized void begin() {
    TaskPool pool = settings.kind().poolOf(settings.kind().root());
    install(new Subcomputation(StealId.root(settings.job()), 0, 0, 0, pool));
  }

  /** Ends everything: the job is over. */
  public synchronized void end() {
    over = true;
    workers.clear();
    for (Subcomputation s : table.all()) {
      if (s.state == State.RUNNING) {
        s.pool.ask();
      }
      s.state = State.GONE;
    }
    table.clear();
    wakeAll();
  }

  boolean isOver() {
    return over;
  }

  synchronized List<Subcomputation> subcomputations() {
    return List.copyOf(table.all());
  }

  private void wakeAll() {
    workers.slots().forEach(slot -> out.wake(slot.index));
  }

  // ── messages ────────────────────────────────────────────────────────────────────────────────

  /** Takes a message. */
  public synchronized void onMessage(StealMessage message, long nowNs) {
    if (!over) {
      monitor.onNews(message.news(), nowNs);
      message.dispatch(this, nowNs);
    }
  }

  @Override
  public void onRequest(Request m, long nowNs) {
    metrics.requests++;
    if (isAnsweredAgain(m)) {
      return;
    }
    for (Subcomputation s : table.all()) {
      if (s.state != State.RUNNING && s.pool.hasReady()) {
        giveFrom(s, StealDemand.of(m));
        return;
      }
    }
    workers.ask(StealDemand.of(m), nowNs);
  }

  /** If this request was answered with work that has not come back, the same answer will do. */
  private boolean isAnsweredAgain(Request m) {
    List<GivenTask> given = new ArrayList<>();
    long thief = m.thief();
    for (Subcomputation s : table.all()) {
      for (Map.Entry<StealId, Assignment> entry : s.assigned.entrySet()) {
        Assignment assignment = entry.getValue();
        if (assignment.request().equals(m.id())) {
          StolenTask task = assignment.task();
          byte[] problem = StolenTasks.write(task.problem(), settings.kind());
          given.add(new GivenTask(entry.getKey(), s.address, s.level + task.level(), problem));
          thief = assignment.thief(); // where the first answer went, wherever the thief is now
        }
      }
    }
    if (!given.isEmpty()) {
      send(new Answer(settings.job(), thief, m.id(), given, news()));
    }
    return !given.isEmpty();
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
      metrics.ignoredResults++; // it came twice, or is not wanted any more
      return;
    }
    metrics.onResult(s, true);
    deliver(s, m.id(), m.result());
  }

  @Override
  public void onAbort(Abort m, long nowNs) {
    Subcomputation s = table.get(m.id());
    if (s != null) {
      abort(s);
    }
  }

  void send(StealMessage message) {
    metrics.messages++;
    out.send(message);
  }

  List<PeerInfo> news() {
    return out.interval() == null ? List.of() : monitor.news(self());
  }

  // ── subcomputations ─────────────────────────────────────────────────────────────────────────

  /** Returns whether it was not there already. */
  private boolean install(Subcomputation s) {
    boolean added = table.add(s);
    if (added) {
      becomeReady(s);
    }
    return added;
  }

  private void becomeReady(Subcomputation s) {
    table.addReady(s);
    for (WorkerSlot slot : workers.slots()) {
      if (slot.isIdle()) {
        out.wake(slot.index);
        return;
      }
    }
  }

  void deliver(Subcomputation s, StealId id, Object result) {
    Assignment assignment = table.unassign(s, id);
    s.inbox.add(new ArrivedResult(assignment.task().place(), result));
    if (s.state == State.WAITING) {
      becomeReady(s);
    } else if (s.state == State.RUNNING) {
      s.pool.ask();
    }
  }

  private void abort(Subcomputation s) {
    for (StealId id : List.copyOf(s.assigned.keySet())) {
      abortAssigned(s, id);
    }
    if (s.state == State.RUNNING) {
      s.pool.ask();
    }
    table.remove(s);
    s.state = State.GONE;
  }

  void abortAssigned(Subcomputation s, StealId id) {
    Assignment assignment = table.unassign(s, id);
    Subcomputation here = table.get(id);
    if (here != null) {
      abort(here);
    } else {
      send(new Abort(settings.job(), assignment.thief(), id));
    }
  }

  // ── giving ──────────────────────────────────────────────────────────────────────────────────

  @Override
  public void giveFrom(Subcomputation s, StealDemand demand) {
    metrics.count(s); // it may be in its first long task
    try {
      boolean forElsewhere = demand.request != null;
      give(demand, s, StolenTasks.of(s.pool, amount(s, demand), forElsewhere, settings.kind()));
    } catch (Throwable e) { // the application's codec
      out.fail(e);
    }
  }

  /** How many of its ready tasks a subcomputation gives. */
  synchronized int amount(Subcomputation s, StealDemand demand) {
    Request request = demand.request;
    if (request == null || request.news().isEmpty() || out.interval() == null) {
      return 1;
    }
    int ready = s.pool.ready();
    List<PeerInfo> known = monitor.peers().stream().map(Peer::info).toList();
    int amount = settings.policy().amounts().amount(ready, self(), request.news().get(0), known);
    return Math.max(1, Math.min(amount, ready));
  }

  /** Gives tasks away that have been taken out of a subcomputation's pool. */
  synchronized void give(StealDemand demand, Subcomputation from, StolenTasks stolen) {
    Request request = demand.request;
    WorkerSlot slot = demand.slot;
    boolean wanted = from.state != State.GONE; // it may have been aborted meanwhile
    if (request != null) {
      answer(request, wanted ? given(request, from, stolen) : List.of());
    } else if (slot != null && wanted) {
      metrics.stolenLocally++;
      give(slot, from, stolen.tasks().get(0));
    }
  }

  /**
   * Since it wished for something, the worker may have found something else, and all that is here
   * may have been told to move: then the task waits, beside what it was taken from.
   */
  private void give(WorkerSlot slot, Subcomputation from, StolenTask task) {
    TaskPool pool = settings.kind().poolOf(task.problem());
    StealId id = newId();
    boolean stays = address() >= 0;
    long address = stays ? address() : from.address;
    var s = new Subcomputation(id, address, from.address, from.level + task.level(), pool);
    table.assign(from, id, new Assignment(task, address, id));
    table.add(s);
    if (stays && slot.isIdle()) {
      workers.start(slot, s);
      out.wake(slot.index);
    } else {
      becomeReady(s);
    }
  }

  private List<GivenTask> given(Request request, Subcomputation from, StolenTasks stolen) {
    List<GivenTask> given = new ArrayList<>();
    for (StolenTask task : stolen.tasks()) {
      StealId id = newId();
      table.assign(from, id, new Assignment(task, request.thief(), request.id()));
      byte[] problem = stolen.problems().get(given.size());
      given.add(new GivenTask(id, from.address, from.level + task.level(), problem));
    }
    return given;
  }

  @Override
  public void onNothing(StealDemand demand, long nowNs) {
    Request request = demand.request;
    if (request != null) {
      answer(request, List.of());
    } else {
      thief.seek(nowNs);
    }
  }

  private void answer(Request request, List<GivenTask> given) {
    send(new Answer(settings.job(), request.thief(), request.id(), given, news()));
  }

  // ── time ────────────────────────────────────────────────────────────────────────────────────

  /** To be called some times a second. */
  public synchronized void tick(long nowNs) {
    if (!over) {
      metrics.tick(workers, nowNs);
      for (WorkerSlot slot : workers.slots()) {
        Subcomputation s = slot.current;
        if (s != null) {
          s.pool.ask(); // so that what is known of it is fresh
        }
      }
      thief.tick(workers.isAllIdle(), nowNs);
    }
  }

  /** What has been done so far. */
  public synchronized SiteStatistics statistics() {
    return metrics.statistics();
  }

  // ── moving ──────────────────────────────────────────────────────────────────────────────────

  /** Stops what lives in a range from running, as soon as workers look up. */
  public synchronized void block(VirtualRange range) {
    table.block(range);
    for (Subcomputation s : table.in(range)) {
      if (s.state == State.RUNNING) {
        s.pool.ask();
      }
    }
  }

  /** Lets what lives in a range run again. */
  public synchronized void unblock(VirtualRange range) {
    table.unblock(range);
    wakeAll();
  }

  /** Whether no worker runs anything of a range. */
  public synchronized boolean isStill(VirtualRange range) {
    return table.in(range).stream().noneMatch(s -> s.state == State.RUNNING);
  }

  /** Takes what lives in a range away from workers that are inside long tasks. */
  public synchronized void takeFromLongTasks(VirtualRange range) {
    for (WorkerSlot slot : workers.slots()) {
      Subcomputation s = slot.current;
      if (s != null && s.state == State.RUNNING && range.contains(s.address) && s.pool.seize()) {
        TaskPool successor = s.pool.take();
        metrics.count(s); // now: the worker may come back when this node has long left
        s.pool = successor;
        s.counted = 0;
        table.surrender(s);
        slot.clear();
        slot.away = true;
      }
    }
  }

  /** Removes what lives in a range; none of it is running. */
  public synchronized MovedWork takeOut(VirtualRange range) {
    List<Subcomputation> moved = table.in(range);
    moved.forEach(table::remove);
    return new MovedWork(moved);
  }

  /** Adds what was cut, here or elsewhere. */
  public synchronized void add(MovedWork cut) {
    if (over) {
      return;
    }
    for (Subcomputation s : cut.moved()) {
      s.state = State.WAITING;
      if (table.add(s) && s.canRun()) {
        becomeReady(s);
      }
    }
  }

  // ── for the thief ───────────────────────────────────────────────────────────────────────────

  @Override
  public StealId newId() {
    return new StealId(settings.self(), ++lastNumber);
  }

  @Override
  public long spaceSize() {
    return settings.spaceSize();
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
  public @Nullable VirtualRange interval() {
    return out.interval();
  }

  @Override
  public PeerInfo self() {
    VirtualRange interval = out.interval();
    if (interval == null) {
      throw new IllegalStateException("a node that assumes nothing has no news");
    }
    return metrics.info(interval, workers, table);
  }

  @Override
  public void ask(StealId id, long victim, long address) {
    send(new Request(settings.job(), victim, id, address, news()));
  }

  @Override
  public void later(long delayNs) {
    out.after(delayNs, this::onPauseOver);
  }

  private synchronized void onPauseOver(long nowNs) {
    if (!over) {
      thief.onPauseOver(nowNs);
    }
  }

  @Override
  public void leave() {
    out.leave();
  }

  @Override
  public void fail(Throwable cause) {
    out.fail(cause);
  }
}
