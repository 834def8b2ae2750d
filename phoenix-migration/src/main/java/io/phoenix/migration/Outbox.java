package io.phoenix.migration;

import io.phoenix.api.BackPressureException;
import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeClosedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Sends messages from the loop, where {@code send} cannot wait: what finds no room is kept, in
 * order, until there is some. It bounds nothing: it is for protocols that have few messages under
 * way, as answers to a bounded number of questions. On the loop only.
 */
public final class Outbox {
  private static final Duration RETRY = Duration.ofMillis(1);

  private final Node node;
  private final Deque<Message> waiting = new ArrayDeque<>();

  /** Sends from {@code node}. */
  public Outbox(Node node) {
    this.node = node;
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
