package io.phoenix.apps.soak;

import io.phoenix.api.Explanation;
import io.phoenix.api.LeaveReport;
import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeClosedException;
import io.phoenix.api.OwnershipConflictException;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.VirtualRange;
import io.phoenix.apps.soak.JournalEntry.Kind;
import io.phoenix.apps.storm.HopMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The program that each node of a soak runs: it sends to random virtual nodes at a steady rate, and
 * notes in its journal what it sends and receives. Bulk messages are received by {@link Node#recv},
 * urgent ones by a handler.
 */
final class SoakNode {
  static final int BULK = 1;
  static final int URGENT = -1;

  private static final Duration WAIT = Duration.ofMillis(20);
  private static final int MAX_STRANGERS = 1000;

  private final Node node;
  private final Journal journal;
  private final SoakSender sender;
  private final Flaw flaw;
  private final Thread receiver = new Thread(this::receive, "receiver");

  /**
   * Held from before a message is received until it is in the journal, and while a range is
   * released: so what is received before the release is also noted before it.
   */
  private final ReentrantLock receiving = new ReentrantLock(true);

  /** Names of nodes that sent what no node of the soak sends. */
  private final Set<String> strangers = ConcurrentHashMap.newKeySet();

  private final AtomicLong received = new AtomicLong();
  private final AtomicLong strange = new AtomicLong();
  private volatile boolean running = true;
  private volatile @Nullable String conflict;

  /**
   * Begins to receive and to send.
   *
   * @param before the lineage's journal so far
   */
  SoakNode(Node node, Path before, SoakSender.Habits habits, Flaw flaw) throws IOException {
    this.node = node;
    this.flaw = flaw;
    SentNumbers numbers = SentNumbers.read(before, habits.lineage());
    journal = new Journal(before);
    sender = new SoakSender(node, journal, numbers, habits);
    node.handle(URGENT, this::onMessage);
    receiver.start();
    sender.start();
  }

  private void receive() {
    while (running) {
      receiving.lock();
      try {
        Message message = node.recv(WAIT);
        if (message != null) {
          onMessage(message);
        }
      } catch (NodeClosedException e) {
        return;
      } catch (OwnershipConflictException e) {
        conflict = e.getMessage();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } finally {
        receiving.unlock();
      }
    }
  }

  private void onMessage(Message message) {
    HopMessage hop = HopMessage.from(message);
    if (hop == null) {
      strange.incrementAndGet();
      if (strangers.size() < MAX_STRANGERS) {
        strangers.add(message.sender().toString());
      }
      return;
    }
    long count = received.incrementAndGet();
    for (int i = flaw.copies(count); i > 0; i--) {
      journal.add(Kind.RECEIVED, hop.stream(), (int) message.to(), (int) hop.number());
    }
  }

  void assume(OwnershipToken token) {
    node.assume(token);
  }

  /** After a crash of its owner, or as the first owner. */
  void assume(VirtualRange range) {
    node.assume(range);
  }

  OwnershipToken release(VirtualRange range) {
    receiving.lock();
    try {
      return node.release(range);
    } finally {
      receiving.unlock();
    }
  }

  /** Sends nothing any more. */
  void quieten() throws InterruptedException {
    sender.stop();
  }

  /** Leaves, with a log or for good. */
  LeaveReport leave(@Nullable Path log) throws InterruptedException, IOException {
    sender.stop();
    if (log != null) {
      // What is not received before the leave goes to the log.
      running = false;
      receiver.join();
    }
    LeaveReport report = log == null ? node.leave() : node.leave(log);
    running = false;
    receiver.join();
    journal.close();
    return report;
  }

  /** What it has counted, and what its node says; see {@link NodeStats}. */
  NodeStats stats() {
    var doubts = new StringJoiner(",");
    for (Explanation.Doubt doubt : node.explain().doubts()) {
      doubts.add(doubt.node() + "=" + doubt.messages());
    }
    return new NodeStats(
        sender.sent(),
        received.get(),
        strange.get(),
        doubts.toString(),
        String.join(",", new TreeSet<>(strangers)),
        conflict == null ? "" : String.valueOf(conflict));
  }
}
