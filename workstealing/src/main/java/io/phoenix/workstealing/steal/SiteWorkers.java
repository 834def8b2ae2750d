package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.steal.Subcomputation.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a site, and who asks them for work. A worker that has something to run owns its
 * pool, so others cannot take tasks out of it: they ask, and the worker gives when it next looks
 * up. Only a pool whose worker is inside a long task can be helped oneself to. Guarded by the site.
 */
final class SiteWorkers {

  /** What a workers needs of its site. */
  interface Host {
    /** Gives a task of a subcomputation whose pool belongs to the caller. */
    void giveFrom(Subcomputation s, StealDemand demand);

    /** No worker has anything for a demand. */
    void onNothing(StealDemand demand, long nowNs);
  }

  /** How many demands wait for workers to look up; others are told that there is nothing. */
  static final int MAX_DEMANDS = 10_000;

  private final IntConsumer wake;
  private final Host host;
  private final List<WorkerSlot> slots = new ArrayList<>();
  private final List<StealDemand> demands = new ArrayList<>();

  SiteWorkers(int workers, IntConsumer wake, Host host) {
    this.wake = wake;
    this.host = host;
    for (int i = 0; i < workers; i++) {
      slots.add(new WorkerSlot(i));
    }
  }

  List<WorkerSlot> slots() {
    return slots;
  }

  int idle() {
    int idle = 0;
    for (WorkerSlot slot : slots) {
      if (slot.isIdle()) {
        idle++;
      }
    }
    return idle;
  }

  boolean isAllIdle() {
    return idle() == slots.size();
  }

  void wake(WorkerSlot slot) {
    wake.accept(slot.index);
  }

  void wakeAll() {
    slots.forEach(this::wake);
  }

  /** Wakes one worker that is idle, if there is one. */
  void wakeIdle() {
    slots.stream().filter(WorkerSlot::isIdle).findFirst().ifPresent(this::wake);
  }

  /** Lets a worker run a subcomputation. */
  void start(WorkerSlot slot, Subcomputation s) {
    slot.current = s;
    s.state = State.RUNNING;
    demands.remove(slot.demand);
  }

  /** Asks the workers for a task, except the one that wants it; anew, if they had been asked. */
  void ask(StealDemand demand, long nowNs) {
    demands.remove(demand);
    demand.begin();
    if (demands.size() < MAX_DEMANDS) {
      askNext(demand, nowNs);
    } else {
      host.onNothing(demand, nowNs);
    }
  }

  /** Asks the worker with the oldest work of those that have not been asked. */
  private void askNext(StealDemand demand, long nowNs) {
    for (WorkerSlot slot = oldest(demand); slot != null; slot = oldest(demand)) {
      demand.setTried(slot);
      Subcomputation s = Objects.requireNonNull(slot.current);
      if (!s.pool.seize()) {
        askWorker(slot, s, demand);
        return;
      }
      boolean given;
      boolean soon;
      try {
        given = s.pool.hasReady();
        if (given) {
          host.giveFrom(s, demand);
        }
        soon = s.pool.isDividing();
      } finally {
        s.pool.unseize(); // its worker waits for that
      }
      if (given) {
        return;
      }
      if (soon) {
        askWorker(slot, s, demand);
        return;
      }
    }
    host.onNothing(demand, nowNs);
  }

  private void askWorker(WorkerSlot slot, Subcomputation s, StealDemand demand) {
    demand.asked = slot;
    demands.add(demand);
    s.pool.ask();
  }

  private @Nullable WorkerSlot oldest(StealDemand demand) {
    WorkerSlot best = null;
    int bestLevel = 0;
    for (WorkerSlot slot : slots) {
      Subcomputation s = slot.current;
      if (s != null && s.state == State.RUNNING && slot != demand.slot && !demand.hasTried(slot)) {
        int level = s.readyLevel < 0 ? Integer.MAX_VALUE : s.level + s.readyLevel;
        if (best == null || level < bestLevel) {
          best = slot;
          bestLevel = level;
        }
      }
    }
    return best;
  }

  /** Somebody who wants a task of what this worker runs; the worker must give it one. */
  @Nullable StealDemand takeDemand(WorkerSlot slot) {
    for (StealDemand demand : demands) {
      if (demand.asked == slot) {
        demands.remove(demand);
        return demand;
      }
    }
    return null;
  }

  /** This worker has nothing to give, or nothing more. */
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
}
