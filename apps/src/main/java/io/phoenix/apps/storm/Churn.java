package io.phoenix.apps.storm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Makes nodes join and leave at random moments, several at once if it comes to that, and keeps what
 * those that left have counted: their messages are accounted for like all others.
 */
final class Churn {
  private final StormWorld world;
  private final StormSettings settings;
  private final SplittableRandom random;
  private final List<Change<?>> underWay = new ArrayList<>();
  private final List<StormReport> left = new ArrayList<>();
  private long nextNs;
  private int joining;
  private int joins;

  /** A node that is just joining or leaving. */
  private record Change<T>(CompletableFuture<T> done, Consumer<T> onDone) {}

  /** How many nodes have joined, and left, since the beginning. */
  record Counts(long joins, long leaves) {
    boolean isEmpty() {
      return joins == 0 && leaves == 0;
    }
  }

  Churn(StormWorld world, StormSettings settings) {
    this.world = world;
    this.settings = settings;
    this.random = new SplittableRandom(settings.seed() + 4711);
  }

  /** The first change comes after a while. */
  void begin(long nowNs) {
    nextNs = nowNs + pauseNs();
  }

  /** Begins what is due and takes note of what is done. */
  void onTick(long nowNs) {
    for (Iterator<Change<?>> it = underWay.iterator(); it.hasNext(); ) {
      Change<?> change = it.next();
      if (change.done().isDone()) {
        it.remove();
        conclude(change);
      }
    }
    while (nowNs - nextNs >= 0) {
      nextNs += pauseNs();
      change();
    }
  }

  private long pauseNs() {
    Duration pause = settings.churn() ? Recurring.pause(random, settings.churnPerSecond()) : null;
    return pause == null ? Long.MAX_VALUE / 2 : pause.toNanos();
  }

  private void change() {
    // Those that are still starting count: on a slow machine they would become more and more.
    int there = world.members().size();
    boolean mayGrow = there + joining < settings.mostNodes();
    boolean grow = random.nextBoolean();
    if (mayGrow && (grow || there <= settings.fewestNodes())) {
      joining++;
      underWay.add(new Change<>(world.join(), this::onJoined));
      return;
    }
    if (there <= settings.fewestNodes()) {
      return;
    }
    List<StormMember> candidates = world.members().stream().filter(world::mayLeave).toList();
    if (!candidates.isEmpty()) {
      StormMember leaver = candidates.get(random.nextInt(candidates.size()));
      underWay.add(new Change<>(world.leave(leaver), this::onLeft));
    }
  }

  private void onJoined(StormMember newcomer) {
    joining--;
    joins++;
    world.admit(newcomer);
  }

  private void onLeft(StormReport report) {
    left.add(report);
    world.forget(report.index());
  }

  /** Begins nothing any more, and waits for what is under way. */
  void finish() {
    while (!underWay.isEmpty()) {
      conclude(underWay.remove(0));
    }
  }

  private <T> void conclude(Change<T> change) {
    change.onDone().accept(world.await(change.done()));
  }

  /** What those that left have counted. */
  List<StormReport> left() {
    return List.copyOf(left);
  }

  Counts counts() {
    return new Counts(joins, left.size());
  }
}
