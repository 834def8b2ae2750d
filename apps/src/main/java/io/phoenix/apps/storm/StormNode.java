package io.phoenix.apps.storm;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One node's part in the storm. All state belongs to the node's loop; the methods below may be
 * called from anywhere, and answer when the loop has done what they ask.
 *
 * <p>The number of messages that hop is fixed at the start (each delivery sends exactly one new
 * message), so the storm is as fast as the overlay lets it be and never floods it.
 */
final class StormNode implements StormMember {
  /** A message that hops, and its urgent kind, which has a lane and so an order of its own. */
  static final int HOP = 1;

  static final int URGENT_HOP = -1;

  /** An interval that moves. */
  static final int MOVE = 2;

  /** One in so many hops is urgent. */
  private static final int URGENT_EVERY = 8;

  private static final int SMALL_BYTES = 256;
  private static final int LARGE_MIN_BYTES = 100_000;
  private static final Duration RETRY = Duration.ofMillis(1);

  private final Node node;
  private final int index;
  private final StormSettings settings;
  private final SplittableRandom random;
  private final Faults faults;
  private final IntervalMover mover;
  private final OrderChecker checker;
  private final Problems problems = new Problems();
  private final SentCounts sent = new SentCounts();
  private long delivered;
  private long damaged;
  private long refused;
  private boolean running;

  /**
   * Prepares a node, which assumes its share of the space unless it assumes something already.
   *
   * @param cutLinks breaks this node's links, with whatever is in flight on them
   */
  StormNode(Node node, int index, StormSettings settings, Runnable cutLinks) {
    this.node = node;
    this.index = index;
    this.settings = settings;
    this.random = new SplittableRandom(settings.seed() * 1_000_003 + index);
    this.checker = new OrderChecker(settings.streams());
    this.faults = new Faults(node.loop(), random, cutLinks);
    this.mover = new IntervalMover(node, checker, random);
    // Messages of nodes that begin earlier wait until a range is assumed: handlers come first.
    node.loop().execute(this::listen);
  }

  private void listen() {
    node.handle(HOP, this::onHop);
    node.handle(URGENT_HOP, this::onHop);
    node.handle(MOVE, mover::onMove);
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
    } else {
      checker.begin(settings.share(index));
      node.assume(settings.share(index));
    }
  }

  @Override
  public CompletableFuture<Void> begin(List<ResourceName> everybody) {
    return onLoop(
        () -> {
          running = true;
          var others = new ArrayList<>(everybody);
          others.remove(node.resourceName());
          mover.begin(others, settings.movesPerSecond() / settings.nodes());
          faults.begin(settings.cutsPerSecond() / settings.nodes());
          for (int i = 0; i < settings.messagesPerNode(); i++) {
            hop();
          }
          return null;
        });
  }

  @Override
  public CompletableFuture<Void> stop() {
    return onLoop(
        () -> {
          running = false;
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
    return onLoop(
        () -> new StormReport(currentStats(), sent, node.assumed(), checker, problems.firstOnes()));
  }

  @Override
  public CompletableFuture<String> explain() {
    return onLoop(() -> node.explain().toString());
  }

  private StormStats currentStats() {
    return new StormStats(
        sent.total(),
        delivered,
        checker.duplicated(),
        checker.outOfOrder(),
        checker.misplaced(),
        damaged,
        mover.movesOut(),
        mover.movesIn(),
        faults.cuts(),
        refused);
  }

  private void onHop(Message message) {
    delivered++;
    HopMessage hop = HopMessage.from(message, settings.streams());
    if (hop == null) {
      damaged++;
      problems.add("damaged: " + message + " is not what was sent");
      return;
    }
    boolean isNew = checker.onDelivery(message.to(), hop.stream(), hop.number(), problems);
    // A second copy must not hop on: the number of messages would grow.
    if (isNew && running) {
      hop();
    }
  }

  private void hop() {
    int v = random.nextInt(StormSettings.SPACE);
    boolean large = random.nextInt(settings.largeEvery()) == 0;
    boolean urgent = !large && random.nextInt(URGENT_EVERY) == 0;
    int bytes =
        large
            ? random.nextInt(LARGE_MIN_BYTES, HopMessage.MAX_BYTES + 1)
            : random.nextInt(HopMessage.HEADER_BYTES, SMALL_BYTES + 1);
    var hop = new HopMessage(Streams.of(index, urgent), sent.get(v, urgent) + 1);
    if (node.trySend(v, urgent ? URGENT_HOP : HOP, hop.toPayload(v, bytes))) {
      sent.onSent(v, urgent);
    } else {
      refused++;
      node.loop().schedule(RETRY, this::hopIfRunning);
    }
    if (large) {
      faults.onLargeSend();
    }
  }

  private void hopIfRunning() {
    if (running) {
      hop();
    }
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
