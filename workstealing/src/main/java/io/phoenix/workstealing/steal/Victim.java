package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.monitor.Peer;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.Subcomputation.Assignment;
import io.phoenix.workstealing.steal.Subcomputation.State;
import io.phoenix.workstealing.task.StolenTask;
import io.phoenix.workstealing.task.TaskPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives work away, to thieves at other nodes and to workers of this one. Guarded by its site.
 *
 * <p>A worker that runs a subcomputation owns its pool, so others cannot take tasks out of it: they
 * ask the worker, which gives when it next looks up. Only while the worker is inside a long task
 * may others seize the pool and take a task themselves.
 */
final class Victim {
  /**
   * How many demands wait for workers to look up; beyond that, the answer is that nothing is here.
   */
  static final int MAX_DEMANDS = 10_000;

  private final SiteSettings settings;
  private final SiteEffects out;
  private final Thief thief;
  private final SiteMessenger messenger;
  private final SubcomputationTable table;
  private final SiteWorkers workers;
  private final SiteMetrics metrics;
  private final List<StealDemand> demands = new ArrayList<>();

  Victim(
      SiteSettings settings,
      SiteEffects out,
      Thief thief,
      SiteMessenger messenger,
      SubcomputationTable table,
      SiteWorkers workers,
      SiteMetrics metrics) {
    this.settings = settings;
    this.out = out;
    this.thief = thief;
    this.messenger = messenger;
    this.table = table;
    this.workers = workers;
    this.metrics = metrics;
  }

  /** A thief asks for work. The answer may come later, when a worker looks up. */
  void onRequest(Request m, long nowNs) {
    metrics.requests++;
    if (isAnsweredAgain(m)) {
      return;
    }
    for (Subcomputation s : table.all()) {
      if (s.state != State.RUNNING && s.pool.hasReady()) {
        giveFrom(s, new StealDemand(m));
        return;
      }
    }
    ask(new StealDemand(m), nowNs);
  }

  /** A request that was answered with work that has not come back gets the same answer again. */
  private boolean isAnsweredAgain(Request m) {
    List<GivenTask> given = new ArrayList<>();
    long to = m.thief();
    for (Subcomputation s : table.all()) {
      for (Map.Entry<StealId, Assignment> entry : s.assigned.entrySet()) {
        Assignment assignment = entry.getValue();
        if (assignment.request().equals(m.id())) {
          StolenTask task = assignment.task();
          byte[] problem = StolenTasks.write(task.problem(), settings.kind());
          given.add(new GivenTask(entry.getKey(), s.address, s.level + task.level(), problem));
          to = assignment.thief(); // where the first answer went, wherever the thief is now
        }
      }
    }
    if (!given.isEmpty()) {
      messenger.answer(m, to, given);
    }
    return !given.isEmpty();
  }

  // ── asking workers ──────────────────────────────────────────────────────────────────────────

  /** Asks the workers for a task, except the one that wants it; anew, if they had been asked. */
  void ask(StealDemand demand, long nowNs) {
    demands.remove(demand);
    demand.tried.clear();
    if (demands.size() < MAX_DEMANDS) {
      askNext(demand, nowNs);
    } else {
      onNothing(demand, nowNs);
    }
  }

  /** Asks the worker with the oldest work of those that have not been asked. */
  private void askNext(StealDemand demand, long nowNs) {
    for (WorkerSlot slot = oldest(demand); slot != null; slot = oldest(demand)) {
      demand.tried.set(slot.index);
      Subcomputation s = Objects.requireNonNull(slot.current);
      boolean soon = true;
      if (s.pool.seize()) {
        try {
          if (s.pool.hasReady()) {
            giveFrom(s, demand);
            return;
          }
          soon = s.pool.isDividing();
        } finally {
          s.pool.unseize(); // its worker waits for that
        }
      }
      if (soon) {
        demand.asked = slot;
        demands.add(demand);
        s.pool.ask();
        return;
      }
    }
    onNothing(demand, nowNs);
  }

  private @Nullable WorkerSlot oldest(StealDemand demand) {
    WorkerSlot best = null;
    int bestLevel = 0;
    for (WorkerSlot slot : workers.slots()) {
      Subcomputation s = slot.current;
      if (s != null
          && s.state == State.RUNNING
          && slot != demand.slot
          && !demand.tried.get(slot.index)) {
        int level = s.readyLevel < 0 ? Integer.MAX_VALUE : s.level + s.readyLevel;
        if (best == null || level < bestLevel) {
          best = slot;
          bestLevel = level;
        }
      }
    }
    return best;
  }

  /** No worker has anything for a demand. */
  private void onNothing(StealDemand demand, long nowNs) {
    Request request = demand.request;
    if (request != null) {
      messenger.answer(request, request.thief(), List.of());
    } else {
      thief.seek(nowNs);
    }
  }

  /** A demand that a worker was asked to serve, and must serve now. */
  @Nullable StealDemand takeDemand(WorkerSlot slot) {
    for (StealDemand demand : demands) {
      if (demand.asked == slot) {
        demands.remove(demand);
        return demand;
      }
    }
    return null;
  }

  /** A worker has nothing to give, or nothing more: others are asked. */
  void onNothing(WorkerSlot slot, long nowNs) {
    for (StealDemand demand : List.copyOf(demands)) {
      if (demand.asked == slot) {
        demands.remove(demand);
        askNext(demand, nowNs);
      }
    }
  }

  void clear() {
    demands.clear();
  }

  // ── giving ──────────────────────────────────────────────────────────────────────────────────

  /** Gives tasks of a subcomputation that no worker runs, or whose pool has been seized. */
  void giveFrom(Subcomputation s, StealDemand demand) {
    metrics.count(s); // its worker may be in its first long task
    try {
      boolean forElsewhere = demand.request != null;
      give(demand, s, StolenTasks.of(s.pool, amount(s, demand), forElsewhere, settings.kind()));
    } catch (Throwable e) { // the application's codec
      out.fail(e);
    }
  }

  /** How many of its ready tasks a subcomputation gives. */
  int amount(Subcomputation s, StealDemand demand) {
    Request request = demand.request;
    PeerInfo self = request == null || request.news().isEmpty() ? null : messenger.self();
    if (request == null || self == null) {
      return 1;
    }
    int ready = s.pool.ready();
    List<PeerInfo> known = thief.peers().stream().map(Peer::info).toList();
    PeerInfo asking = request.news().get(0);
    int amount = settings.policy().amounts().amount(ready, self, asking, known);
    return Math.max(1, Math.min(amount, ready));
  }

  /** Gives tasks away that have been taken out of a subcomputation's pool. */
  void give(StealDemand demand, Subcomputation from, StolenTasks stolen) {
    Request request = demand.request;
    WorkerSlot slot = demand.slot;
    boolean wanted = from.state != State.GONE; // it may have been aborted meanwhile
    if (request != null) {
      messenger.answer(
          request, request.thief(), wanted ? assign(request, from, stolen) : List.of());
    } else if (slot != null && wanted) {
      metrics.stolenLocally++;
      give(slot, from, stolen.tasks().get(0));
    }
  }

  /**
   * Gives a task to a worker of this node. Since the worker asked, it may have found other work,
   * and all virtual nodes of this node may have been told to move: then the task waits, at the
   * address of the subcomputation that it was taken from.
   */
  private void give(WorkerSlot slot, Subcomputation from, StolenTask task) {
    TaskPool pool = settings.kind().poolOf(task.problem());
    StealId id = messenger.newId();
    boolean stays = messenger.address() >= 0;
    long address = stays ? messenger.address() : from.address;
    var s = new Subcomputation(id, address, from.address, from.level + task.level(), pool);
    table.assign(from, id, new Assignment(task, address, id));
    table.add(s);
    if (stays && slot.isIdle()) {
      workers.start(slot, s);
      workers.wake(slot);
    } else {
      table.addReady(s);
      workers.wakeIdle();
    }
  }

  /** Records which request gets the tasks; returns the tasks as an answer carries them. */
  private List<GivenTask> assign(Request request, Subcomputation from, StolenTasks stolen) {
    List<GivenTask> given = new ArrayList<>();
    for (StolenTask task : stolen.tasks()) {
      StealId id = messenger.newId();
      table.assign(from, id, new Assignment(task, request.thief(), request.id()));
      byte[] problem = stolen.problems().get(given.size());
      given.add(new GivenTask(id, from.address, from.level + task.level(), problem));
    }
    return given;
  }
}
