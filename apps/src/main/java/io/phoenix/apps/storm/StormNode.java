package io.phoenix.apps.storm;

import io.phoenix.api.LeaveReport;
import io.phoenix.api.Node;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.apps.process.Departure;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.migration.Migration;
import io.phoenix.migration.goal.Report;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One node's part in the storm. All state belongs to the node's loop; the methods below may be
 * called from anywhere, and answer when the loop has done what they ask.
 */
final class StormNode implements StormMember {
  /** An interval that moves, in a storm without churn. */
  static final int MOVE = 2;

  private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

  private final Node node;
  private final int index;
  private final StormSettings settings;
  private final Supplier<CompletableFuture<LeaveReport>> leaveNode;
  private final Faults faults;
  private final Mover mover;

  /** {@code null} in a storm without churn. */
  private final @Nullable Migration migration;

  private final OrderChecker checker = new OrderChecker();
  private final Problems problems = new Problems();
  private final Traffic traffic;
  private volatile @Nullable Departure departure;

  /**
   * What a storm does to a node besides what the API offers.
   *
   * @param cutLinks breaks its links, with whatever is in flight on them
   * @param leave makes it leave, without waiting
   */
  record Powers(Runnable cutLinks, Supplier<CompletableFuture<LeaveReport>> leave) {}

  /**
   * Prepares a node, which assumes its share of the space unless it assumes something already, or
   * comes later than the others.
   */
  StormNode(Node node, int index, StormSettings settings, Powers powers) {
    this.node = node;
    this.index = index;
    this.settings = settings;
    this.leaveNode = powers.leave();
    var random = new SplittableRandom(settings.seed() * 1_000_003 + index);
    var state = new StreamState(checker, index % 2 == 1);
    faults = new Faults(node.loop(), random, powers.cutLinks());
    traffic = new Traffic(node, index, settings, random, state, faults, problems);
    if (settings.churn()) {
      var balancer = new Balancer(node, state, random);
      mover = balancer;
      migration = balancer.migration();
    } else {
      var pieces = new IntervalMover(node, checker, random);
      node.handle(MOVE, pieces::onMove);
      mover = pieces;
      migration = null;
    }
    // Messages of nodes that begin earlier wait until a range is assumed: handlers come first.
    node.loop().execute(this::listen);
  }

  private void listen() {
    traffic.listen();
    node.addOwnershipListener(
        new OwnershipListener() {
          @Override
          public void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {}

          @Override
          public void onConflict(VirtualRange lost, ResourceName winner) {
            problems.add("two owners: " + lost + " of node " + index + " is at " + winner + " too");
          }
        });
    if (!node.assumed().isEmpty()) {
      node.assumed().ranges().forEach(checker::begin);
    } else if (!isNewcomer()) {
      checker.begin(settings.share(index));
      node.assume(settings.share(index));
    }
  }

  private boolean isNewcomer() {
    return index >= settings.nodes();
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public ResourceName name() {
    return node.resourceName();
  }

  @Override
  public CompletableFuture<Void> begin(List<ResourceName> everybody) {
    return onLoop(
        () -> {
          mover.begin(everybody, settings.movesPerSecond() / settings.nodes());
          faults.begin(settings.cutsPerSecond() / settings.nodes());
          traffic.begin(isNewcomer() ? 0 : settings.messagesPerNode());
          return null;
        });
  }

  @Override
  public CompletableFuture<Void> join() {
    return migration().join().report().thenAccept(joined -> check(joined, "join"));
  }

  /** It takes part as before until it has nothing any more. */
  @Override
  public CompletableFuture<StormReport> leave() {
    long startedNs = node.loop().nowNs();
    return giveEverything()
        .thenCompose(
            given -> {
              check(given, "leave");
              return everythingIsSent()
                  .thenCompose(sent -> leaveNode.get())
                  .thenApply(left -> onLeft(given, left, node.loop().nowNs() - startedNs));
            });
  }

  private CompletableFuture<Report> giveEverything() {
    var given = new CompletableFuture<Report>();
    node.loop()
        .execute(
            () -> {
              mover.stop();
              var unused = migration().leave().report().thenAccept(given::complete);
            });
    return given;
  }

  private StormReport onLeft(Report given, LeaveReport left, long durationNs) {
    var gone = Departure.of(node, given, null, left, durationNs);
    departure = gone;
    if (!gone.isInOrder()) {
      problems.add("node " + index + ": " + gone.line());
    }
    return currentReport();
  }

  /** How it left; {@code null} until it has. */
  @Nullable Departure departure() {
    return departure;
  }

  private CompletableFuture<Void> everythingIsSent() {
    var done = new CompletableFuture<Void>();
    node.loop().execute(() -> completeWhenSent(done));
    return done;
  }

  private void completeWhenSent(CompletableFuture<Void> done) {
    if (traffic.isAllSent()) {
      done.complete(null);
    } else {
      node.loop().schedule(LOOK_AGAIN, () -> completeWhenSent(done));
    }
  }

  private void check(Report report, String what) {
    if (!report.reached()) {
      throw new UserError(
          "node " + index + " could not " + what + ": " + report, "its log may say why");
    }
  }

  /** Assumes the whole space, as the first node of all. */
  CompletableFuture<Void> found() {
    return onLoop(
        () -> {
          checker.begin(VirtualRange.all(node.spaceSize()));
          migration().found();
          return null;
        });
  }

  /** Sends so many messages on their way. */
  CompletableFuture<Void> send(int messages) {
    return onLoop(
        () -> {
          traffic.begin(messages);
          return null;
        });
  }

  /** Begins no moves any more. */
  CompletableFuture<Void> settle() {
    return onLoop(
        () -> {
          mover.stop();
          return null;
        });
  }

  /** All that it knows, when it has given away everything and nothing waits to be sent. */
  CompletableFuture<StormReport> lastReport() {
    return everythingIsSent().thenCompose(sent -> report());
  }

  /** What gives and takes its virtual nodes; only in a storm with churn. */
  Migration migration() {
    return Objects.requireNonNull(migration, "only in a storm with churn");
  }

  @Override
  public CompletableFuture<Void> stop() {
    return onLoop(
        () -> {
          traffic.stop();
          mover.stop();
          faults.stop();
          return null;
        });
  }

  @Override
  public CompletableFuture<StormStats> stats() {
    return onLoop(this::currentStats);
  }

  @Override
  public CompletableFuture<StormReport> report() {
    return onLoop(this::currentReport);
  }

  @Override
  public CompletableFuture<String> explain() {
    return onLoop(
        () ->
            "node %d: %s%s"
                .formatted(
                    index,
                    node.explain(),
                    migration == null ? "" : "\n  migration: " + migration.describe()));
  }

  private StormReport currentReport() {
    return new StormReport(
        index, currentStats(), traffic.sent(), node.assumed(), checker, problems.firstOnes());
  }

  private StormStats currentStats() {
    return new StormStats(
        traffic.sent().total(),
        traffic.delivered(),
        checker.duplicated(),
        checker.outOfOrder(),
        checker.misplaced(),
        traffic.damaged(),
        mover.moves(),
        mover.balances(),
        faults.cuts(),
        traffic.refused(),
        node.assumed().size(),
        mover.isBusy() ? 1 : 0);
  }

  private <T extends @Nullable Object> CompletableFuture<T> onLoop(Supplier<T> task) {
    var done = new CompletableFuture<T>();
    node.loop()
        .execute(
            () -> {
              try {
                done.complete(task.get());
              } catch (RuntimeException e) {
                done.completeExceptionally(e);
              }
            });
    return done;
  }
}
