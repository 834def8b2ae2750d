package io.phoenix.apps.storm;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The messages of one node: what comes is checked, and sends another one on its way. So as many
 * messages hop as were begun with, however many nodes come and go: the storm is as fast as the
 * overlay lets it be, and never floods it. On the node's loop.
 */
final class Traffic {
  /** A message that hops, and its urgent kind, which has a lane and so an order of its own. */
  static final int HOP = 1;

  static final int URGENT_HOP = -1;

  /** One in so many hops is urgent. */
  private static final int URGENT_EVERY = 8;

  private static final int SMALL_BYTES = 256;
  private static final int LARGE_MIN_BYTES = 100_000;
  private static final Duration RETRY = Duration.ofMillis(1);

  private final Node node;
  private final int index;
  private final int largeEvery;
  private final SplittableRandom random;
  private final StreamState state;
  private final Faults faults;
  private final Problems problems;
  private final SentCounts sent = new SentCounts();
  private long delivered;
  private long damaged;
  private long refused;

  /** Hops that were refused, and will be tried again. */
  private long owed;

  private boolean running;

  Traffic(
      Node node,
      int index,
      StormSettings settings,
      SplittableRandom random,
      StreamState state,
      Faults faults,
      Problems problems) {
    this.node = node;
    this.index = index;
    this.largeEvery = settings.largeEvery();
    this.random = random;
    this.state = state;
    this.faults = faults;
    this.problems = problems;
  }

  void listen() {
    node.handle(HOP, this::onHop);
    node.handle(URGENT_HOP, this::onHop);
  }

  /** From now on, what comes sends another message; so many are sent at once. */
  void begin(int messages) {
    running = true;
    for (int i = 0; i < messages; i++) {
      hop();
    }
  }

  /** From now on, what comes stays. */
  void stop() {
    running = false;
  }

  /** Whether nothing waits to be sent. */
  boolean isAllSent() {
    return owed == 0;
  }

  SentCounts sent() {
    return sent;
  }

  long delivered() {
    return delivered;
  }

  long damaged() {
    return damaged;
  }

  long refused() {
    return refused;
  }

  private void onHop(Message message) {
    delivered++;
    HopMessage hop = HopMessage.from(message);
    if (hop == null) {
      damaged++;
      problems.add("damaged: " + message + " is not what was sent");
      return;
    }
    boolean isHere = node.assumed().contains(message.to());
    boolean isNew = state.onDelivery(message.to(), hop, isHere, problems);
    // A second copy must not hop on: the number of messages would grow.
    if (isNew && running) {
      hop();
    }
  }

  private void hop() {
    int v = random.nextInt(StormSettings.SPACE);
    boolean large = random.nextInt(largeEvery) == 0;
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
      owed++;
      node.loop().schedule(RETRY, this::hopOwed);
    }
    if (large) {
      faults.onLargeSend();
    }
  }

  private void hopOwed() {
    owed--;
    if (running) {
      hop();
    }
  }
}
