package io.phoenix.routing.dsdv;

import io.phoenix.routing.world.Timers;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Forgets destinations: one that vanished is no longer waited for after a while; its feasibility
 * distance is dropped later still, when that is safe; and one that left is not believed in for a
 * while.
 *
 * <p>Each of these waits is of one length, so a queue in the order of arrival is in the order of
 * expiry.
 */
final class Reaper {
  /** What happens to a destination at the end of a wait. */
  @FunctionalInterface
  interface Verdict {
    void on(Destination d, long nowNs);
  }

  private final Queue lost;
  private final Queue held;
  private final Queue departed;
  private final int maxDeparted;

  Reaper(
      DsdvSettings settings, Timers timers, Verdict forget, Verdict remove, Verdict believeAgain) {
    this.maxDeparted = settings.maxDeparted();
    this.held = new Queue(Math.max(settings.holdNs(), settings.forgetNs()), timers, remove);
    this.lost =
        new Queue(
            settings.forgetNs(),
            timers,
            (d, nowNs) -> {
              held.add(d, nowNs);
              forget.on(d, nowNs);
            });
    this.departed = new Queue(settings.departedNs(), timers, believeAgain);
  }

  /** There is no route from now on. */
  void onLost(Destination d, long nowNs) {
    d.lostSinceNs = nowNs;
    if (d.forgotten) {
      held.add(d, nowNs);
    } else {
      lost.add(d, nowNs);
    }
  }

  /** There is a route again. */
  void onFound(Destination d) {
    lost.remove(d);
    held.remove(d);
  }

  void onDeparted(Destination d, long nowNs) {
    lost.remove(d);
    held.remove(d);
    d.lostSinceNs = nowNs;
    departed.add(d, nowNs);
    if (departed.size() > maxDeparted) {
      departed.expireFirst(nowNs);
    }
  }

  /** Destinations that wait for their verdict, each since its {@link Destination#lostSinceNs}. */
  private static final class Queue {
    private final long waitNs;
    private final Timers timers;
    private final Verdict verdict;
    private final Set<Destination> waiting = new LinkedHashSet<>();
    private boolean scheduled;

    Queue(long waitNs, Timers timers, Verdict verdict) {
      this.waitNs = waitNs;
      this.timers = timers;
      this.verdict = verdict;
    }

    int size() {
      return waiting.size();
    }

    void add(Destination d, long nowNs) {
      waiting.add(d);
      schedule(nowNs);
    }

    void remove(Destination d) {
      waiting.remove(d);
    }

    void expireFirst(long nowNs) {
      Iterator<Destination> all = waiting.iterator();
      Destination first = all.next();
      all.remove();
      verdict.on(first, nowNs);
    }

    private void schedule(long nowNs) {
      if (!scheduled && !waiting.isEmpty()) {
        scheduled = true;
        long dueNs = waiting.iterator().next().lostSinceNs + waitNs;
        timers.set(Math.max(0, dueNs - nowNs), this::onTimeout);
      }
    }

    private void onTimeout(long nowNs) {
      scheduled = false;
      while (!waiting.isEmpty() && nowNs - waiting.iterator().next().lostSinceNs >= waitNs) {
        expireFirst(nowNs);
      }
      schedule(nowNs);
    }
  }
}
