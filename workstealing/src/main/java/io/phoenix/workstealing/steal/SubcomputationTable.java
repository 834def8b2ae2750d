package io.phoenix.workstealing.steal;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.steal.Subcomputation.ArrivedResult;
import io.phoenix.workstealing.steal.Subcomputation.Assignment;
import io.phoenix.workstealing.steal.Subcomputation.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The subcomputations of a site, and the tasks stolen from them. Guarded by the site. */
final class SubcomputationTable {
  private final Map<StealId, Subcomputation> subcomputations = new LinkedHashMap<>();

  /** For each outstanding steal, the subcomputation that the task was stolen from. */
  private final Map<StealId, Subcomputation> victims = new HashMap<>();

  /** The subcomputations that are ready, the youngest first. */
  private final Deque<Subcomputation> ready = new ArrayDeque<>();

  /** Ranges that are about to be handed to another node. */
  private final List<VirtualRange> blocked = new ArrayList<>();

  Collection<Subcomputation> all() {
    return subcomputations.values();
  }

  @Nullable Subcomputation get(StealId id) {
    return subcomputations.get(id);
  }

  /** Adds a subcomputation; returns {@code false} if it is there already. */
  boolean add(Subcomputation s) {
    if (subcomputations.putIfAbsent(s.id, s) != null) {
      return false;
    }
    s.assigned.keySet().forEach(id -> victims.put(id, s));
    return true;
  }

  void remove(Subcomputation s) {
    subcomputations.remove(s.id);
    s.assigned.keySet().forEach(victims::remove);
    ready.remove(s);
  }

  void clear() {
    subcomputations.clear();
    victims.clear();
    ready.clear();
  }

  // ── ready subcomputations ──────────────────────────────────────────────────────────────────────

  void addReady(Subcomputation s) {
    s.state = State.READY;
    ready.addFirst(s);
  }

  /** A worker stops running a subcomputation. */
  void stopRunning(Subcomputation s) {
    s.state = State.WAITING;
    if (s.canRun()) {
      addReady(s);
    }
  }

  /** Removes and returns the youngest ready subcomputation that may run. */
  @Nullable Subcomputation takeReady() {
    for (Subcomputation s : ready) {
      if (!isBlocked(s.address)) {
        ready.remove(s);
        return s;
      }
    }
    return null;
  }

  /** How many subcomputations could run and do not. */
  int runnable() {
    return (int) ready.stream().filter(s -> !isBlocked(s.address)).count();
  }

  // ── stolen tasks ─────────────────────────────────────────────────────────────────────────

  void assign(Subcomputation from, StealId id, Assignment assignment) {
    from.assigned.put(id, assignment);
    victims.put(id, from);
  }

  /** The subcomputation that waits for the result of a steal; {@code null} if none does here. */
  @Nullable Subcomputation victimOf(StealId id) {
    return victims.get(id);
  }

  private Assignment unassign(Subcomputation from, StealId id) {
    victims.remove(id);
    return Objects.requireNonNull(from.assigned.remove(id));
  }

  /** Takes in the result of a steal, once; returns whether {@code s} becomes ready by that. */
  boolean deliver(Subcomputation s, StealId id, TaskResult result) {
    s.inbox.add(new ArrivedResult(unassign(s, id).task().place(), result));
    if (s.state == State.RUNNING) {
      s.pool.ask();
    } else if (s.state == State.WAITING) {
      addReady(s);
      return true;
    }
    return false;
  }

  // ── aborts ─────────────────────────────────────────────────────────────

  /**
   * Drops a subcomputation and all that was stolen from it.
   *
   * @param elsewhere aborts a subcomputation that lives at another node
   */
  void abort(Subcomputation s, BiConsumer<StealId, Assignment> elsewhere) {
    for (StealId id : List.copyOf(s.assigned.keySet())) {
      abortAssigned(s, id, elsewhere);
    }
    if (s.state == State.RUNNING) {
      s.pool.ask();
    }
    remove(s);
    s.state = State.GONE;
  }

  /** Drops the results for some places of a subcomputation, and the work that leads to them. */
  void dropUnwanted(
      Subcomputation s, IntPredicate places, BiConsumer<StealId, Assignment> elsewhere) {
    s.inbox.removeIf(arrived -> places.test(arrived.place()));
    for (StealId id : List.copyOf(s.assigned.keySet())) {
      Assignment assignment = s.assigned.get(id);
      if (assignment != null && places.test(assignment.task().place())) {
        abortAssigned(s, id, elsewhere);
      }
    }
  }

  private void abortAssigned(
      Subcomputation s, StealId id, BiConsumer<StealId, Assignment> elsewhere) {
    Assignment assignment = unassign(s, id);
    Subcomputation here = get(id);
    if (here != null) {
      abort(here, elsewhere);
    } else {
      elsewhere.accept(id, assignment);
    }
  }

  // ── ranges that move ───────────────────────────────────────────────────────────────────

  void block(VirtualRange range) {
    blocked.add(range);
  }

  void unblock(VirtualRange range) {
    blocked.remove(range);
  }

  boolean isBlocked(long v) {
    return blocked.stream().anyMatch(range -> range.contains(v));
  }

  /** The first virtual node of an interval that is not about to move; -1 if all are. */
  long firstUnblocked(VirtualRange interval) {
    long v = interval.first();
    for (int i = 0; i <= blocked.size(); i++) {
      for (VirtualRange range : blocked) {
        if (range.contains(v)) {
          v = range.end();
        }
      }
    }
    return interval.contains(v) ? v : -1;
  }

  /** The subcomputations that live in a range. */
  List<Subcomputation> in(VirtualRange range) {
    return subcomputations.values().stream().filter(s -> range.contains(s.address)).toList();
  }
}
