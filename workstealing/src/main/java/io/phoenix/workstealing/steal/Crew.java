package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.steal.Subcomputation.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a site, and who asks them for work. A worker that has something to run owns its
 * pool, so others cannot take tasks out of it: they ask, and the worker gives when it next looks
 * up. Only a pool whose worker is inside a long task can be helped oneself to. Guarded by the site.
 */
final class Crew {

  /** What a crew needs of its site. */
  interface Host {
    /** Gives a task of one of its subcomputations, which nobody runs at the moment. */
    void giveFrom(Subcomputation s, Hunger hunger);

    /** All workers said no. */
    void onNothing(Hunger hunger, long nowNs);
  }

  private final Host host;
  private final List<Seat> seats = new ArrayList<>();
  private final List<Hunger> hungers = new ArrayList<>();

  Crew(int workers, Host host) {
    this.host = host;
    for (int i = 0; i < workers; i++) {
      seats.add(new Seat(i));
    }
  }

  List<Seat> seats() {
    return seats;
  }

  int idle() {
    int idle = 0;
    for (Seat seat : seats) {
      if (seat.isIdle()) {
        idle++;
      }
    }
    return idle;
  }

  boolean isAllIdle() {
    return idle() == seats.size();
  }

  /** Lets a worker run something. */
  void start(Seat seat, Subcomputation s) {
    seat.current = s;
    s.state = State.RUNNING;
    hungers.remove(seat.hunger);
  }

  /** Asks the workers for a task, except the one that wants it; anew, if they had been asked. */
  void ask(Hunger hunger, long nowNs) {
    hungers.remove(hunger);
    hunger.begin();
    askNext(hunger, nowNs);
  }

  /** Asks the worker with the oldest work of those that have not been asked. */
  private void askNext(Hunger hunger, long nowNs) {
    for (Seat seat = oldest(hunger); seat != null; seat = oldest(hunger)) {
      hunger.setTried(seat);
      Subcomputation s = Objects.requireNonNull(seat.current);
      if (!s.pool.seize()) {
        askWorker(seat, s, hunger);
        return;
      }
      boolean given;
      boolean soon;
      try {
        given = s.pool.hasReady();
        if (given) {
          host.giveFrom(s, hunger);
        }
        soon = s.pool.isDividing();
      } finally {
        s.pool.unseize(); // its worker waits for that
      }
      if (given) {
        return;
      }
      if (soon) {
        askWorker(seat, s, hunger);
        return;
      }
    }
    host.onNothing(hunger, nowNs);
  }

  private void askWorker(Seat seat, Subcomputation s, Hunger hunger) {
    hunger.asked = seat;
    hungers.add(hunger);
    s.pool.ask();
  }

  private @Nullable Seat oldest(Hunger hunger) {
    Seat best = null;
    int bestLevel = 0;
    for (Seat seat : seats) {
      Subcomputation s = seat.current;
      if (s != null && s.state == State.RUNNING && seat != hunger.seat && !hunger.hasTried(seat)) {
        int level = s.readyLevel < 0 ? Integer.MAX_VALUE : s.level + s.readyLevel;
        if (best == null || level < bestLevel) {
          best = seat;
          bestLevel = level;
        }
      }
    }
    return best;
  }

  /** Somebody who wants a task of what this worker runs; the worker must give it one. */
  @Nullable Hunger hungry(Seat seat) {
    for (Hunger hunger : hungers) {
      if (hunger.asked == seat) {
        hungers.remove(hunger);
        return hunger;
      }
    }
    return null;
  }

  /** This worker has nothing to give, or nothing more. */
  void onNothing(Seat seat, long nowNs) {
    for (Hunger hunger : List.copyOf(hungers)) {
      if (hunger.asked == seat) {
        hungers.remove(hunger);
        askNext(hunger, nowNs);
      }
    }
  }

  void clear() {
    hungers.clear();
  }
}
