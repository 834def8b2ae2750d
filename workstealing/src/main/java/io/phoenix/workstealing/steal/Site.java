package io.phoenix.workstealing.steal;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.monitor.Monitor;
import io.phoenix.workstealing.monitor.Peer;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.StealMessage.Abort;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.Gift;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.StealMessage.Result;
import io.phoenix.workstealing.steal.Subcomputation.Arrival;
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
public final class Site implements StealMessage.Handler, Thief.Host, Crew.Host {
  private final SiteSettings settings;
  private final SiteEffects out;
  private final Monitor monitor;
  private final Thief thief;
  private final Table table = new Table();
  private final Crew crew;
  private final Vitals vitals;

  /** Begins anywhere: a node that leaves a job and comes back must not use a number again. */
  private long lastNumber;

  private boolean over;

  /** A site without work. */
  public Site(SiteSettings settings, SiteEffects out) {
    this.settings = settings;
    this.out = out;
    monitor = new Monitor(settings.self(), settings.random());
    thief = new Thief(this, monitor, settings.policy(), settings.random());
    crew = new Crew(settings.workers(), this);
    vitals = new Vitals(settings);
    lastNumber = settings.random().nextLong();
  }

  /** What the site is for. */
  public SiteSettings settings() {
    return settings;
  }

  /** Makes the worker with this index. */
  public Worker worker(int index) {
    return new Worker(new Workplace(this, crew.seats().get(index), table, crew, vitals), out);
  }

  /** Begins the job here: its root lives at virtual node 0. */
  public synchronized void begin() {
    TaskPool pool = settings.kind().poolOf(settings.kind().root());
    install(new Subcomputation(StealId.root(settings.job()), 0, 0, 0, pool));
  }

  /** Ends everything: the job is over. */
  public synchronized void end() {
    over = true;
    crew.clear();
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
    crew.seats().forEach(seat -> out.wake(seat.index));
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
    vitals.requests++;
    if (isAnsweredAgain(m)) {
      return;
    }
    for (Subcomputation s : table.all()) {
      if (s.state != State.RUNNING && s.pool.hasReady()) {
        giveFrom(s, Hunger.of(m));
        return;
      }
    }
    crew.ask(Hunger.of(m), nowNs);
  }

  /** If this request was answered with work that has not come back, the same answer will do. */
  private boolean isAnsweredAgain(Request m) {
    List<Gift> gifts = new ArrayList<>();
    long thief = m.thief();
    for (Subcomputation s : table.all()) {
      for (Map.Entry<StealId, Assignment> entry : s.assigned.entrySet()) {
        Assignment assignment = entry.getValue();
        if (assignment.request().equals(m.id())) {
          StolenTask task = assignment.task();
          byte[] problem = Loot.write(task.problem(), settings.kind());
          gifts.add(new Gift(entry.getKey(), s.address, s.level + task.level(), problem));
          thief = assignment.thief(); // where the first answer went, wherever the thief is now
        }
      }
    }
    if (!gifts.isEmpty()) {
      send(new Answer(settings.job(), thief, m.id(), gifts, news()));
    }
    return !gifts.isEmpty();
  }

  @Override
  public void onAnswer(Answer m, long nowNs) {
    for (Gift gift : m.gifts()) {
      try {
        TaskPool pool = settings.kind().poolOf(Loot.read(gift.problem(), settings.kind()));
        if (install(new Subcomputation(gift.id(), m.to(), gift.victim(), gift.level(), pool))) {
          vitals.stolen++;
        }
      } catch (Throwable e) { // the application's codec
        out.fail(e);
      }
    }
    long from = m.news().isEmpty() ? 0 : m.news().get(0).node();
    thief.onAnswer(m.id(), from, !m.gifts().isEmpty(), nowNs);
  }

  @Override
  public void onResult(Result m, long nowNs) {
    Subcomputation s = table.victimOf(m.id());
    if (s == null) {
      vitals.ignoredResults++; // it came twice, or is not wanted any more
      return;
    }
    vitals.onResult(s, true);
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
    vitals.messages++;
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
    for (Seat seat : crew.seats()) {
      if (seat.isIdle()) {
        out.wake(seat.index);
        return;
      }
    }
  }

  void deliver(Subcomputation s, StealId id, Object result) {
    Assignment assignment = table.unassign(s, id);
    s.inbox.add(new Arrival(assignment.task().place(), result));
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
  public void giveFrom(Subcomputation s, Hunger hunger) {
    vitals.count(s); // it may be in its first long task
    try {
      boolean forElsewhere = hunger.request != null;
      give(hunger, s, Loot.of(s.pool, amount(s, hunger), forElsewhere, settings.kind()));
    } catch (Throwable e) { // the application's codec
      out.fail(e);
    }
  }

  /** How many of its ready tasks a subcomputation gives. */
  synchronized int amount(Subcomputation s, Hunger hunger) {
    Request request = hunger.request;
    if (request == null || request.news().isEmpty() || out.interval() == null) {
      return 1;
    }
    int ready = s.pool.ready();
    List<PeerInfo> known = monitor.peers().stream().map(Peer::info).toList();
    int amount = settings.policy().amounts().amount(ready, self(), request.news().get(0), known);
    return Math.max(1, Math.min(amount, ready));
  }

  /** Gives tasks away that have been taken out of a subcomputation's pool. */
  synchronized void give(Hunger hunger, Subcomputation from, Loot loot) {
    Request request = hunger.request;
    Seat seat = hunger.seat;
    boolean wanted = from.state != State.GONE; // it may have been aborted meanwhile
    if (request != null) {
      answer(request, wanted ? gifts(request, from, loot) : List.of());
    } else if (seat != null && wanted) {
      vitals.stolenLocally++;
      give(seat, from, loot.tasks().get(0));
    }
  }

  /**
   * Since it wished for something, the worker may have found something else, and all that is here
   * may have been told to move: then the task waits, beside what it was taken from.
   */
  private void give(Seat seat, Subcomputation from, StolenTask task) {
    TaskPool pool = settings.kind().poolOf(task.problem());
    StealId id = newId();
    boolean stays = address() >= 0;
    long address = stays ? address() : from.address;
    var s = new Subcomputation(id, address, from.address, from.level + task.level(), pool);
    table.assign(from, id, new Assignment(task, address, id));
    table.add(s);
    if (stays && seat.isIdle()) {
      crew.start(seat, s);
      out.wake(seat.index);
    } else {
      becomeReady(s);
    }
  }

  private List<Gift> gifts(Request request, Subcomputation from, Loot loot) {
    List<Gift> gifts = new ArrayList<>();
    for (StolenTask task : loot.tasks()) {
      StealId id = newId();
      table.assign(from, id, new Assignment(task, request.thief(), request.id()));
      byte[] problem = loot.problems().get(gifts.size());
      gifts.add(new Gift(id, from.address, from.level + task.level(), problem));
    }
    return gifts;
  }

  @Override
  public void onNothing(Hunger hunger, long nowNs) {
    Request request = hunger.request;
    if (request != null) {
      answer(request, List.of());
    } else {
      thief.seek(nowNs);
    }
  }

  private void answer(Request request, List<Gift> gifts) {
    send(new Answer(settings.job(), request.thief(), request.id(), gifts, news()));
  }

  // ── time ────────────────────────────────────────────────────────────────────────────────────

  /** To be called some times a second. */
  public synchronized void tick(long nowNs) {
    if (!over) {
      vitals.tick(crew, nowNs);
      for (Seat seat : crew.seats()) {
        Subcomputation s = seat.current;
        if (s != null) {
          s.pool.ask(); // so that what is known of it is fresh
        }
      }
      thief.tick(crew.isAllIdle(), nowNs);
    }
  }

  /** What has been done so far. */
  public synchronized SiteStatistics statistics() {
    return vitals.statistics();
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
    for (Seat seat : crew.seats()) {
      Subcomputation s = seat.current;
      if (s != null && s.state == State.RUNNING && range.contains(s.address) && s.pool.seize()) {
        TaskPool successor = s.pool.take();
        vitals.count(s); // now: the worker may come back when this node has long left
        s.pool = successor;
        s.counted = 0;
        table.surrender(s);
        seat.clear();
        seat.away = true;
      }
    }
  }

  /** Removes what lives in a range; none of it is running. */
  public synchronized Cut cut(VirtualRange range) {
    List<Subcomputation> moved = table.in(range);
    moved.forEach(table::remove);
    return new Cut(moved);
  }

  /** Adds what was cut, here or elsewhere. */
  public synchronized void add(Cut cut) {
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
    return Math.max(0, crew.idle() - table.runnable());
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
    return vitals.info(interval, crew, table);
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
