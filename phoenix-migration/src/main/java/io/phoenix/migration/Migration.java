package io.phoenix.migration;

import io.phoenix.api.Node;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.goal.Goals;
import io.phoenix.migration.goal.Pursuit;
import io.phoenix.migration.goal.Report;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.transfer.Progress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets a node take part in migrations: to be given virtual nodes with their state, and to give
 * them. Make one for each node, before anything else that concerns virtual nodes, and leave {@code
 * assume} and {@code release} to it.
 *
 * <pre>{@code
 * Node node = Phoenix.open(config);
 * Migration migration = Migration.on(node, myState);
 * if (first) {
 *   migration.found(); //                                  assumes the whole space
 * } else {
 *   migration.join().await(Duration.ofSeconds(10)); //     takes half of somebody's interval
 * }
 * …
 * Report left = migration.leave().await(Duration.ofMinutes(1));
 * System.out.println(left); //                             what went to whom
 * node.leave();
 * }</pre>
 *
 * <p><b>Promises.</b> Each virtual node is assumed by at most one node at a time, and by one that
 * has all of its state; what a node assumes is one interval. Messages to a range that is on the
 * move wait, and arrive once, in order, at its new owner. A node that vanishes in the middle leaves
 * no lock behind, and never two owners; see the package {@code io.phoenix.migration.transfer} for
 * what a crash can lose.
 *
 * <p>All methods may be called from any thread. State is called on the node's loop, as handlers
 * are.
 */
public final class Migration {
  private final Node node;
  private final Wiring wiring;

  private Migration(Node node, Wiring wiring) {
    this.node = node;
    this.wiring = wiring;
  }

  /** Lets a node take part, with default settings. */
  public static Migration on(Node node, MigratingState state) {
    return on(node, state, MigrationSettings.defaults());
  }

  /** Lets a node take part. */
  public static Migration on(Node node, MigratingState state, MigrationSettings settings) {
    return on(node, state, settings, step -> {});
  }

  /**
   * As {@link #on(Node, MigratingState, MigrationSettings)}; {@code trace} hears of every step of
   * the protocol.
   *
   * <p>If the node was opened with a log into which {@link #save} put its state, that is taken in
   * first.
   *
   * @throws IllegalStateException if the node assumes more than one interval
   * @throws IllegalArgumentException if the state in the log cannot be taken in
   */
  public static Migration on(
      Node node, MigratingState state, MigrationSettings settings, Step.Listener trace) {
    if (node.assumed().ranges().size() > 1) {
      throw new IllegalStateException(
          node.resourceName()
              + " assumes "
              + node.assumed()
              + ": migration needs one interval, or none; release the rest first");
    }
    Wiring wiring = new Wiring(node, state, settings, trace);
    SavedState.restore(node.stateInLog(), state); // nothing is handled yet
    wiring.connect();
    return new Migration(node, wiring);
  }

  /** Assumes the whole space: for the first node of an application, and for that one only. */
  public void found() {
    node.assume(VirtualRange.all(node.spaceSize()));
  }

  /** Becomes the owner of a share of the space; tries until that succeeds or is cancelled. */
  public Operation join() {
    return start(Goals::join);
  }

  /**
   * Gives everything to a neighbour. Ends without success if this is the last node, if time is up
   * ({@link io.phoenix.migration.goal.GoalSettings#leaveNs}), or if it is not known what became of
   * something given; then the node still has what the report says.
   */
  public Operation leave() {
    return start(Goals::leave);
  }

  /** Shifts the boundaries with the neighbours until weights agree. */
  public Operation balance() {
    return start(Goals::balance);
  }

  /**
   * Ends what is under way and lets nothing begin, so that the node can leave with a log: what
   * moves at that moment would count as lost with a node that crashed. The ranges stay with this
   * node, and their state goes into the log, too.
   *
   * <pre>{@code
   * migration.suspend().await(Duration.ofMinutes(1)); // nothing moves to or from here any more
   * node.leave(log, migration::save);
   * …
   * Node back = Phoenix.open(config, log); //            assumes what it did, unless others do now
   * Migration.on(back, state); //                        takes the state in again
   * }</pre>
   *
   * <p>Ends without success if time is up ({@link io.phoenix.migration.goal.GoalSettings#leaveNs}),
   * say because it is not known what became of something given. Cancelled, also after its end, the
   * node takes part again.
   */
  public Operation suspend() {
    Runnable resume = () -> wiring.resume("cancelled", node.loop().nowNs());
    var operation = new Operation(() -> node.loop().execute(resume));
    node.loop().execute(() -> wiring.suspend(operation.report()::complete, node.loop().nowNs()));
    return operation;
  }

  /**
   * The state of what this node assumes, for {@link Node#leave(java.nio.file.Path,
   * java.util.function.Supplier)}, when the node is suspended. {@link #on} takes it in again, on a
   * node that was opened with the log.
   *
   * @throws IllegalStateException if the node is not suspended, or there are more than 1 GiB
   */
  public byte[] save() {
    return wiring.save();
  }

  /** What this node assumes; {@code null} if nothing. */
  public @Nullable VirtualRange interval() {
    return wiring.interval();
  }

  /** How far the present transfer has come, if there is one. */
  public CompletableFuture<@Nullable Progress> progress() {
    return CompletableFuture.supplyAsync(wiring.transfers()::progress, node.loop());
  }

  /** Ranges that were handed to a node which vanished: it is not known whether it has them. */
  public CompletableFuture<List<VirtualRange>> inDoubt() {
    return CompletableFuture.supplyAsync(wiring.transfers()::inDoubt, node.loop());
  }

  /**
   * Assumes ranges in doubt again, with the state that was kept. Only for somebody who knows that
   * the node which was to have them is dead: if it lives and has assumed them, there are two
   * owners, and what one of them did is lost.
   *
   * @return what was assumed
   */
  public CompletableFuture<List<VirtualRange>> reclaim(VirtualRange range) {
    return CompletableFuture.supplyAsync(
        () -> wiring.transfers().reclaim(range, node.loop().nowNs()), node.loop());
  }

  /** Calls {@code listener}, on the loop, when something moves. */
  public void addListener(MigrationListener listener) {
    wiring.addListener(listener);
  }

  /** Whether {@link #inDoubt} is not empty; on the loop only. */
  public boolean isInDoubt() {
    return !wiring.transfers().inDoubt().isEmpty();
  }

  /** Whether a {@link #leave} is under way; on the loop only. */
  public boolean isLeaving() {
    return wiring.goals().isLeaving();
  }

  /** What the locks and transfers of this node are at, for people; on the loop only. */
  public String describe() {
    return wiring.describe();
  }

  /** Whether no lock is held, wanted or granted, and nothing moves; on the loop only. */
  public boolean isAtRest() {
    return wiring.isAtRest();
  }

  /** How one of the goals is set. */
  @FunctionalInterface
  private interface Setter {
    Pursuit set(Goals goals, Consumer<Report> done, long nowNs);
  }

  private Operation start(Setter goal) {
    var pursuit = new CompletableFuture<Pursuit>();
    var operation =
        new Operation(
            () -> {
              var unused =
                  pursuit.thenAcceptAsync(
                      p -> wiring.goals().cancel(p, "cancelled", node.loop().nowNs()), node.loop());
            });
    node.loop()
        .execute(
            () ->
                pursuit.complete(
                    goal.set(wiring.goals(), operation.report()::complete, node.loop().nowNs())));
    return operation;
  }
}
