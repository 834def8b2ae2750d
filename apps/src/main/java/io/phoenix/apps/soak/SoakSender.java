package io.phoenix.apps.soak;

import io.phoenix.api.Node;
import io.phoenix.apps.soak.JournalEntry.Kind;
import io.phoenix.apps.storm.HopMessage;
import io.phoenix.apps.storm.Streams;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Sends to random virtual nodes at a steady rate, and notes each message before it does. */
final class SoakSender {
  private static final int URGENT_EVERY = 8;
  private static final int LARGE_EVERY = 100;
  private static final int SMALL_BYTES = 256;
  private static final int LARGE_MIN_BYTES = 60_000;
  private static final int LARGE_MAX_BYTES = 300_000;
  private static final long MOST_BEHIND_NS = TimeUnit.SECONDS.toNanos(1);

  private final Node node;
  private final Journal journal;
  private final SentNumbers numbers;
  private final Habits habits;
  private final SplittableRandom random;
  private final Thread thread = new Thread(this::run, "sender");
  private volatile boolean running = true;
  private final AtomicLong sent = new AtomicLong();

  /**
   * What it sends.
   *
   * @param lineage as whom
   * @param perSecond how many messages a second
   * @param seed from which the targets and sizes are drawn
   */
  record Habits(int lineage, double perSecond, long seed) {}

  SoakSender(Node node, Journal journal, SentNumbers numbers, Habits habits) {
    this.node = node;
    this.journal = journal;
    this.numbers = numbers;
    this.habits = habits;
    random = new SplittableRandom(habits.seed());
  }

  void start() {
    thread.start();
  }

  /** Sends nothing any more when this returns. */
  void stop() throws InterruptedException {
    running = false;
    thread.join();
  }

  long sent() {
    return sent.get();
  }

  private void run() {
    long pauseNs = (long) (1e9 / habits.perSecond());
    long nextNs = System.nanoTime();
    while (running) {
      send();
      nextNs = Math.max(nextNs + pauseNs, System.nanoTime() - MOST_BEHIND_NS);
      long restNs = nextNs - System.nanoTime();
      while (running && restNs > 0) {
        LockSupport.parkNanos(restNs);
        restNs = nextNs - System.nanoTime();
      }
    }
  }

  private void send() {
    int v = random.nextInt((int) node.spaceSize());
    boolean isLarge = random.nextInt(LARGE_EVERY) == 0;
    boolean isUrgent = !isLarge && random.nextInt(URGENT_EVERY) == 0;
    int bytes =
        isLarge
            ? random.nextInt(LARGE_MIN_BYTES, LARGE_MAX_BYTES)
            : random.nextInt(HopMessage.HEADER_BYTES, SMALL_BYTES);
    int stream = Streams.of(habits.lineage(), isUrgent);
    int number = numbers.next(v, isUrgent);
    byte[] payload = new HopMessage(stream, number).toPayload(v, bytes);
    journal.add(Kind.SENT, stream, v, number);
    boolean isTaken = false;
    try {
      isTaken = node.trySend(v, isUrgent ? SoakNode.URGENT : SoakNode.BULK, payload);
    } finally {
      if (isTaken) {
        sent.incrementAndGet();
      } else {
        numbers.takeBack(v, isUrgent);
        journal.add(Kind.REFUSED, stream, v, number);
      }
    }
  }
}
