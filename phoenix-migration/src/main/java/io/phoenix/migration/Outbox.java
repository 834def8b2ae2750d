package io.phoenix.migration;

import io.phoenix.api.BackPressureException;
import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeClosedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends messages from the loop, where {@code send} cannot wait: what finds no room is kept, in
 * order, until there is some. It bounds nothing: it is for protocols that have few messages under
 * way, as answers to a bounded number of questions. On the loop only.
 */
public final class Outbox {
  private static final Logger log = LoggerFactory.getLogger(Outbox.class);
  private static final Duration RETRY = Duration.ofMillis(1);

  private final Node node;
  private final Refusals refusals;
  private final Deque<Message> waiting = new ArrayDeque<>();

  /** Hears of messages that can never be sent; those behind them go on. */
  @FunctionalInterface
  public interface Refusals {
    /** The node does not take a message, as it is too large, say; others may be sent from here. */
    void onRefused(Message message, String why);
  }

  /** Sends from {@code node}; what it refuses is logged, and dropped. */
  public Outbox(Node node) {
    this(node, (message, why) -> log.error("{} cannot be sent and was dropped: {}", message, why));
  }

  /** Sends from {@code node}; {@code refusals} hears of what it refuses. */
  public Outbox(Node node, Refusals refusals) {
    this.node = node;
    this.refusals = refusals;
  }

  /** Sends a message now, or as soon as there is room. */
  public void send(long name, int tag, byte[] payload) {
    Message letter = new Message(node.resourceName().value(), name, tag, payload);
    if (!waiting.isEmpty() || !isSent(letter)) {
      waiting.add(letter);
      if (waiting.size() == 1) {
        retryLater();
      }
    }
  }

  /** Sends a message that may as well be sent later, if there is room and none waits. */
  boolean trySend(long name, int tag, byte[] payload) {
    return waiting.isEmpty() && node.trySend(name, tag, payload);
  }

  private boolean isSent(Message letter) {
    try {
      node.send(letter.to(), letter.tag(), letter.payload());
      return true;
    } catch (BackPressureException e) {
      return false;
    } catch (NodeClosedException e) {
      return true; // the node is gone, and its part in the protocol with it
    } catch (IllegalArgumentException e) {
      refusals.onRefused(letter, String.valueOf(e.getMessage()));
      return true; // it would be refused for ever, and all others would wait behind it
    }
  }

  private void retryLater() {
    var unused = node.loop().schedule(RETRY, this::retry);
  }

  private void retry() {
    try {
      while (!waiting.isEmpty() && isSent(waiting.peekFirst())) {
        waiting.removeFirst();
      }
    } catch (NodeClosedException e) { // it leaves: nobody will send these
      waiting.clear();
    }
    if (!waiting.isEmpty()) {
      retryLater();
    }
  }
}
