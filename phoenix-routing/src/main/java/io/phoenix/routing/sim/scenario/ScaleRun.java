package io.phoenix.routing.sim.scenario;

import io.phoenix.routing.sim.Blockage;
import io.phoenix.routing.sim.SimConnection;
import io.phoenix.routing.sim.SimWorld;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** How long a large network takes to find all ways and to mend them, and what it costs. */
public final class ScaleRun {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1000 * MS;
  private static final long JOIN_NS = MS;
  private static final long LOOK_NS = 10 * MS;
  private static final long PATIENCE_NS = 300 * SECOND;
  private static final int CALM_SECONDS = 30;
  private static final int CHURN_SECONDS = 20;

  /** One link in so many is cut each second of the churn. */
  private static final int CHURN_SHARE = 200;

  private final long beganNs = System.nanoTime(); // for the report only: nothing depends on it
  private final SimWorld world;
  private final ScaleNetwork network;
  private final Chance chance;
  private final Consumer<String> progress;

  private ScaleRun(long seed, Consumer<String> progress) {
    world = new SimWorld(seed);
    network = new ScaleNetwork(world);
    chance = new Chance(world.random("cuts", 0));
    this.progress = progress;
  }

  /**
   * Runs {@code size} nodes through joining, rest, cuts and churn.
   *
   * @param progress is told now and then what is going on
   */
  public static ScaleReport run(int size, long seed, Consumer<String> progress) {
    return new ScaleRun(seed, progress).run(size);
  }

  private ScaleReport run(int size) {
    progress.accept(size + " nodes join");
    network.open(size, JOIN_NS);
    long joinedNs = world.nowNs();
    await("ways", network::hasAllWays);
    await("owners", network::knowsAllOwners);
    long convergedNs = world.nowNs() - joinedNs;
    progress.accept("all ways and owners are known");
    world.runFor(CALM_SECONDS * SECOND);
    double restBytes = bytesPerNodeAndSecond(CALM_SECONDS, () -> {});
    progress.accept("a link is cut");
    long healedNs = mend(true);
    progress.accept("a link falls silent");
    long silentHealedNs = mend(false);
    int links = world.network().connections().size();
    int churnLinks = Math.max(1, links / CHURN_SHARE);
    progress.accept("links are cut all the time");
    double churnBytes = bytesPerNodeAndSecond(CHURN_SECONDS, () -> cut(churnLinks));
    await("ways after the churn", network::hasAllWays);
    return new ScaleReport(
        size,
        links,
        world.seed(),
        convergedNs,
        restBytes,
        healedNs,
        silentHealedNs,
        churnLinks,
        churnBytes,
        world.nowNs(),
        world.steps(),
        System.nanoTime() - beganNs);
  }

  private void await(String what, BooleanSupplier condition) {
    long deadlineNs = world.nowNs() + PATIENCE_NS;
    while (!condition.getAsBoolean()) {
      if (world.nowNs() > deadlineNs) {
        throw world.failure("not all " + what + " after " + PATIENCE_NS / SECOND + " s", null);
      }
      world.runFor(LOOK_NS);
    }
  }

  /** Breaks a link for good; returns how long it takes until nobody's way leads over it. */
  private long mend(boolean told) {
    SimConnection link = chance.pick(world.network().connections());
    long brokenAtNs = world.nowNs();
    network.markBroken(link.from(), link.to());
    Blockage blockage = world.network().block(List.of(link.from()), List.of(link.to()));
    if (told) {
      blockage.reset(0);
    }
    await("ways without " + link, network::hasAllWays);
    return world.nowNs() - brokenAtNs;
  }

  private void cut(int links) {
    for (int i = 0; i < links; i++) {
      chance.pick(world.network().connections()).cut(0);
    }
  }

  private double bytesPerNodeAndSecond(int seconds, Runnable eachSecond) {
    long before = network.sentBytes();
    for (int i = 0; i < seconds; i++) {
      eachSecond.run();
      world.runFor(SECOND);
    }
    return (network.sentBytes() - before) / (double) seconds / network.size();
  }
}
