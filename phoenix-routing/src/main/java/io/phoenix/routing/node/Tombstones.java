package io.phoenix.routing.node;

import io.phoenix.routing.collect.LongMap;
import io.phoenix.routing.world.Timers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Forgets nodes that are gone, so that what a node remembers, and tells each newcomer, grows with
 * the nodes that are there and not with those that ever were.
 *
 * <p><b>When.</b> A node is absent since it said that it leaves, or since it was given up, or since
 * it was first heard of, if there is no way to it. It is forgotten {@code keepNs} later, ten times
 * {@code forgetAfter}: whoever was cut off for less hears of its leave, and settles by its last
 * record what was in doubt. A record that says nothing but that its node has left and told
 * everybody (that of a control client) is forgotten after {@code forgetAfter} alone. In no case
 * while something here depends on the node: see {@link Host#mayForget}.
 *
 * <p><b>What stays.</b> The epochs of ranges, which are in the table. The positions of the flow
 * with a node that only vanished, for it may come back as it was: they are kept for the last
 * {@value #MAX_VANISHED} such nodes. And, for as long again as twice {@code keepNs}, the names of
 * those that left, whose records are not believed meanwhile: not all nodes forget at the same
 * moment, and whoever has not would tell those who have, again and again. A node that was cut off
 * for even longer may bring a record of one that nobody knows: there is no way to that one, so it
 * is forgotten again.
 *
 * <p>Where a node that had been given up is reached again, this node publishes its own record anew:
 * the other may have forgotten it, while those in between have not, and would not tell it twice.
 */
final class Tombstones {
  private static final int MAX_VANISHED = 1 << 14;
  private static final int MAX_GRAVES = 100_000;

  private final Timers timers;
  private final Host host;
  private final long checkNs;
  private final long keepNs;
  private final LongMap<Absent> absent = new LongMap<>();
  private final Set<Long> vanished = new LinkedHashSet<>();

  /** By name, when it was forgotten; the oldest first. */
  private final Map<Long, Long> graves = new LinkedHashMap<>();

  private boolean checking;

  private record Absent(long node, long sinceNs) {}

  /** What the tombstones ask of the node. */
  interface Host {
    /** Whether a node has said that it leaves. */
    boolean hasLeft(long node);

    /** Whether all that its record says is that it has left. */
    boolean isBare(long node);

    /**
     * Whether nothing depends on an absent node: it assumes nothing, no epoch is known from its
     * record alone, and nothing is under way to it or waits for it.
     */
    boolean mayForget(long node);

    /** Everything about the node but its flow goes. */
    void forget(long node);

    /** The flow with the node goes. */
    void forgetFlow(long node);
  }

  Tombstones(Timers timers, long checkNs, long keepNs, Host host) {
    this.timers = timers;
    this.checkNs = checkNs;
    this.keepNs = keepNs;
    this.host = host;
  }

  /** A node is not there; the time counts from when this was said first. */
  void onAbsent(long node, long nowNs) {
    if (!absent.containsKey(node)) {
      absent.put(node, new Absent(node, nowNs));
      check();
    }
  }

  /** There is a way to a node; returns whether it had vanished for so long as to be forgotten. */
  boolean onPresent(long node) {
    absent.remove(node);
    return vanished.remove(node);
  }

  /** Whether a node has left and was forgotten: what is told of it is old. */
  boolean isBuried(long node) {
    return graves.containsKey(node);
  }

  private void check() {
    if (!checking) {
      checking = true;
      timers.set(checkNs, this::onCheck);
    }
  }

  private void onCheck(long nowNs) {
    checking = false;
    List<Absent> due = new ArrayList<>();
    for (Absent a : absent.values()) {
      long waitNs = host.isBare(a.node) ? checkNs : keepNs;
      if (nowNs - a.sinceNs >= waitNs && host.mayForget(a.node)) {
        due.add(a);
      }
    }
    due.forEach(a -> forget(a.node, nowNs));
    graves.values().removeIf(buriedNs -> nowNs - buriedNs >= 2 * keepNs);
    if (absent.size() > 0 || !graves.isEmpty()) {
      check();
    }
  }

  private void forget(long node, long nowNs) {
    absent.remove(node);
    if (host.hasLeft(node)) {
      host.forgetFlow(node);
      graves.put(node, nowNs);
      dropOldest(graves.keySet(), MAX_GRAVES);
    } else {
      vanished.add(node);
      Long oldest = dropOldest(vanished, MAX_VANISHED);
      if (oldest != null) {
        host.forgetFlow(oldest);
      }
    }
    host.forget(node);
  }

  private static @Nullable Long dropOldest(Set<Long> set, int max) {
    if (set.size() <= max) {
      return null;
    }
    Long oldest = set.iterator().next();
    set.remove(oldest);
    return oldest;
  }
}
