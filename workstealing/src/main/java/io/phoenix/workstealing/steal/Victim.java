package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.monitor.Monitor;
import io.phoenix.workstealing.monitor.Peer;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.Subcomputation.Assignment;
import io.phoenix.workstealing.steal.Subcomputation.State;
import io.phoenix.workstealing.task.StolenTask;
import io.phoenix.workstealing.task.TaskPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives work away, to thieves at other nodes and to workers of this one. Guarded by its site. */
final class Victim {

  /** What a victim needs of its site. */
  interface Host {
    StealId newId();

    /** The virtual node at which new work of this site lives; -1 if everything here moves. */
    long address();

    /** What this node says of itself; {@code null} if it assumes nothing. */
    @Nullable PeerInfo self();

    List<PeerInfo> news();

    void send(StealMessage message);

    /** The application's codec throws. */
    void fail(Throwable cause);
  }

  private final Host host;
  private final SiteSettings settings;
  private final Monitor monitor;
  private final SubcomputationTable table;
  private final SiteWorkers workers;
  private final SiteMetrics metrics;

  Victim(
      Host host,
      SiteSettings settings,
      Monitor monitor,
      SubcomputationTable table,
      SiteWorkers workers,
      SiteMetrics metrics) {
    this.host = host;
    this.settings = settings;
    this.monitor = monitor;
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
        giveFrom(s, StealDemand.of(m));
        return;
      }
    }
    workers.ask(StealDemand.of(m), nowNs);
  }

  /** A request that was answered with work that has not come back gets the same answer again. */
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
      host.send(new Answer(settings.job(), thief, m.id(), given, host.news()));
    }
    return !given.isEmpty();
  }

  /** Gives tasks of a subcomputation that no worker runs, or whose pool has been seized. */
  void giveFrom(Subcomputation s, StealDemand demand) {
    metrics.count(s); // its worker may be in its first long task
    try {
      boolean forElsewhere = demand.request != null;
      give(demand, s, StolenTasks.of(s.pool, amount(s, demand), forElsewhere, settings.kind()));
    } catch (Throwable e) { // the application's codec
      host.fail(e);
    }
  }

  /** How many of its ready tasks a subcomputation gives. */
  int amount(Subcomputation s, StealDemand demand) {
    Request request = demand.request;
    PeerInfo self = request == null || request.news().isEmpty() ? null : host.self();
    if (request == null || self == null) {
      return 1;
    }
    int ready = s.pool.ready();
    List<PeerInfo> known = monitor.peers().stream().map(Peer::info).toList();
    PeerInfo thief = request.news().get(0);
    int amount = settings.policy().amounts().amount(ready, self, thief, known);
    return Math.max(1, Math.min(amount, ready));
  }

  /** Gives tasks away that have been taken out of a subcomputation's pool. */
  void give(StealDemand demand, Subcomputation from, StolenTasks stolen) {
    Request request = demand.request;
    WorkerSlot slot = demand.slot;
    boolean wanted = from.state != State.GONE; // it may have been aborted meanwhile
    if (request != null) {
      answer(request, wanted ? assign(request, from, stolen) : List.of());
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
    StealId id = host.newId();
    boolean stays = host.address() >= 0;
    long address = stays ? host.address() : from.address;
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

  /** Records for whom tasks are, and makes the tasks into those of an answer. */
  private List<GivenTask> assign(Request request, Subcomputation from, StolenTasks stolen) {
    List<GivenTask> given = new ArrayList<>();
    for (StolenTask task : stolen.tasks()) {
      StealId id = host.newId();
      table.assign(from, id, new Assignment(task, request.thief(), request.id()));
      byte[] problem = stolen.problems().get(given.size());
      given.add(new GivenTask(id, from.address, from.level + task.level(), problem));
    }
    return given;
  }

  void answer(Request request, List<GivenTask> given) {
    host.send(new Answer(settings.job(), request.thief(), request.id(), given, host.news()));
  }
}
