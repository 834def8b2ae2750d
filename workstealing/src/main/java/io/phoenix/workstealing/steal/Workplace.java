package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.StealMessage.Result;
import io.phoenix.workstealing.steal.Subcomputation.ArrivedResult;
import io.phoenix.workstealing.steal.Subcomputation.Assignment;
import io.phoenix.workstealing.steal.Subcomputation.Ready;
import io.phoenix.workstealing.steal.Subcomputation.State;
import io.phoenix.workstealing.task.TaskKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** A site as one of its workers sees it. Each call takes the site's lock, and holds it shortly. */
final class Workplace {
  private final Site site;
  private final WorkerSlot slot;
  private final SubcomputationTable table;
  private final SiteWorkers workers;
  private final SiteMetrics metrics;

  Workplace(
      Site site,
      WorkerSlot slot,
      SubcomputationTable table,
      SiteWorkers workers,
      SiteMetrics metrics) {
    this.site = site;
    this.slot = slot;
    this.table = table;
    this.workers = workers;
    this.metrics = metrics;
  }

  TaskKind kind() {
    return site.settings().kind();
  }

  /** Something to run; or nothing, and then the worker will be woken, or asks again. */
  @Nullable Subcomputation next(long nowNs) {
    synchronized (site) {
      if (slot.current == null && !site.isOver()) {
        Subcomputation s = table.takeReady();
        if (s != null) {
          workers.start(slot, s);
        } else if (site.address() >= 0) { // else all moves, and the less it is divided the better
          workers.ask(slot.demand, nowNs);
        }
      }
      return slot.current;
    }
  }

  /** The worker has run tasks. What was taken away from it meanwhile is counted already. */
  void onTasks() {
    synchronized (site) {
      Subcomputation s = slot.current;
      if (s != null) {
        metrics.count(s);
      }
    }
  }

  /** Results for these places are not wanted any more. */
  void onUnwanted(IntPredicate places) {
    synchronized (site) {
      Subcomputation s = slot.current;
      if (s != null) {
        s.inbox.removeIf(arrival -> places.test(arrival.place()));
        for (StealId id : List.copyOf(s.assigned.keySet())) {
          Assignment assignment = s.assigned.get(id);
          if (assignment != null && places.test(assignment.task().place())) {
            site.abortAssigned(s, id);
          }
        }
      }
    }
  }

  /** Results that have arrived; {@code null} if the worker must not go on with what it runs. */
  @Nullable List<ArrivedResult> arrivals() {
    synchronized (site) {
      Subcomputation s = slot.current;
      if (s == null || s.state != State.RUNNING) {
        return null;
      }
      List<ArrivedResult> arrivals = s.inbox;
      s.inbox = new ArrayList<>();
      return arrivals;
    }
  }

  /** Somebody who wants a task of what the worker runs, which has one; it must be given. */
  @Nullable StealDemand takeDemand() {
    synchronized (site) {
      return workers.takeDemand(slot);
    }
  }

  int amount(Subcomputation s, StealDemand demand) {
    synchronized (site) {
      return site.amount(s, demand);
    }
  }

  void give(StealDemand demand, Subcomputation from, StolenTasks stolen) {
    synchronized (site) {
      site.give(demand, from, stolen);
    }
  }

  /** The worker has looked up, and has nothing more to give. */
  void onServed(long nowNs) {
    synchronized (site) {
      Subcomputation s = slot.current;
      if (s != null) {
        slot.inUse = s.pool.inUse();
        s.readyLevel = s.pool.readyLevel();
        metrics.onLookUp(workers);
        if (s.state == State.RUNNING && table.isBlocked(s.address)) {
          table.surrender(s);
          slot.clear();
        }
      }
      workers.onNothing(slot, nowNs);
    }
  }

  /** What the worker runs has nothing to do until results arrive. */
  void onWaiting(long nowNs) {
    synchronized (site) {
      Subcomputation s = slot.current;
      if (s != null && s.state == State.RUNNING) {
        table.surrender(s);
      }
      onLost(nowNs);
    }
  }

  /** Whether the result is for another node, and so is needed as bytes. */
  boolean isForElsewhere() {
    synchronized (site) {
      Subcomputation s = slot.current;
      return s != null && table.victimOf(s.id) == null;
    }
  }

  /**
   * What the worker runs has come to its result.
   *
   * @param bytes the result as bytes, or {@code null} if it seemed not to be needed so
   * @return whether that was enough: otherwise it is needed as bytes after all
   */
  boolean onDone(Object result, byte @Nullable [] bytes, long nowNs) {
    synchronized (site) {
      Subcomputation s = slot.current;
      if (s != null && s.state == State.RUNNING) {
        Subcomputation victim = table.victimOf(s.id);
        if (victim != null) {
          metrics.onResult(victim, false);
          site.deliver(victim, s.id, new Ready(result));
        } else if (bytes != null) {
          List<PeerInfo> news = site.news();
          site.send(new Result(site.settings().job(), s.victim, s.id, bytes, news));
        } else {
          return false;
        }
        table.remove(s);
        s.state = State.GONE;
      }
      onLost(nowNs);
      return true;
    }
  }

  /** The worker has nothing to run any more. */
  void onLost(long nowNs) {
    synchronized (site) {
      slot.away = false;
      slot.clear();
      workers.onNothing(slot, nowNs);
    }
  }
}
