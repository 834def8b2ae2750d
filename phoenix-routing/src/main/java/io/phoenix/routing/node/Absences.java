package io.phoenix.routing.node;

import io.phoenix.api.Loop;
import io.phoenix.routing.collect.LongMap;
import io.phoenix.routing.world.Timers;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Which nodes are not there, and for how long they are still waited for. A node that left or
 * vanished is given up after a while; the application is told that it is gone when it has left, or
 * when it is given up, once for each time that it was there.
 */
final class Absences {
  private final Timers timers;
  private final long patienceNs;
  private final GiveUp giveUp;
  private final LongConsumer onGone;

  /** Nodes that will be given up if they cannot be reached before the timer runs out. */
  private final LongMap<Loop.Timer> doomed = new LongMap<>();

  private final LongMap<Long> givenUp = new LongMap<>();
  private final LongMap<Boolean> left = new LongMap<>();

  /** Asked to give a node up; does so if it still has reason to. */
  @FunctionalInterface
  interface GiveUp {
    void giveUp(long node, long nowNs);
  }

  Absences(Timers timers, long patienceNs, GiveUp giveUp, LongConsumer onGone) {
    this.timers = timers;
    this.patienceNs = patienceNs;
    this.giveUp = giveUp;
    this.onGone = onGone;
  }

  /** How many nodes are remembered. */
  int size() {
    return Math.max(doomed.size(), Math.max(givenUp.size(), left.size()));
  }

  /** Whether a node was given up and has not been reached since. */
  boolean isGivenUp(long node) {
    return givenUp.containsKey(node);
  }

  /** The nodes that were given up and have not been reached since. */
  List<Long> givenUp() {
    return givenUp.values();
  }

  /** Gives a node up that cannot be reached now, if that has not changed after the usual time. */
  void giveUpLater(long node) {
    if (!doomed.containsKey(node)) {
      doomed.put(
          node,
          timers.set(
              patienceNs,
              now -> {
                doomed.remove(node);
                giveUp.giveUp(node, now);
              }));
    }
  }

  /** There is a way to the node; returns whether it had been given up. */
  boolean onReachable(long node) {
    reprieve(node);
    return givenUp.remove(node) != null;
  }

  private void reprieve(long node) {
    Loop.Timer timer = doomed.remove(node);
    if (timer != null) {
      timer.cancel();
    }
  }

  /** The node has said that it leaves, or its successor has; it will not be there again. */
  void onLeft(long node) {
    if (!left.containsKey(node)) {
      left.put(node, Boolean.TRUE);
      reprieve(node); // it may return with its log: that is given the full time
      giveUpLater(node);
      if (!isGivenUp(node)) {
        // Not now: the application would act while it is being worked out what the leave changes.
        timers.set(0, now -> onGone.accept(node));
      }
    }
  }

  /** The node is forgotten. */
  void forget(long node) {
    reprieve(node);
    givenUp.remove(node);
    left.remove(node);
  }

  /** The node has been given up. */
  void onGivenUp(long node) {
    boolean isNews = !isGivenUp(node) && !left.containsKey(node);
    givenUp.put(node, node);
    if (isNews) {
      onGone.accept(node);
    }
  }
}
