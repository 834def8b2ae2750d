package io.phoenix.routing.runtime;

import io.phoenix.api.Message;
import io.phoenix.api.MessageHandler;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which handler takes which tag. Looked into for every message; immutable. */
final class Handlers {
  // The name under which users know a node's messages.
  private static final Logger log = LoggerFactory.getLogger(OverlayNode.class);

  static final Handlers NONE = new Handlers(new int[0], new MessageHandler[0]);

  private final int[] tags;
  private final MessageHandler[] handlers;

  private Handlers(int[] tags, MessageHandler[] handlers) {
    this.tags = tags;
    this.handlers = handlers;
  }

  @Nullable MessageHandler of(int tag) {
    for (int i = 0; i < tags.length; i++) {
      if (tags[i] == tag) {
        return handlers[i];
      }
    }
    return null;
  }

  /** These and one more, in place of the one that the tag had. */
  Handlers with(int tag, MessageHandler handler) {
    int at = 0;
    while (at < tags.length && tags[at] != tag) {
      at++;
    }
    int length = Math.max(tags.length, at + 1);
    int[] moreTags = Arrays.copyOf(tags, length);
    MessageHandler[] moreHandlers = Arrays.copyOf(handlers, length);
    moreTags[at] = tag;
    moreHandlers[at] = handler;
    return new Handlers(moreTags, moreHandlers);
  }

  /** Gives to the tag's handler what is queued of that tag. */
  void take(int tag, Mailbox mailbox, Runnable onTaken) {
    MessageHandler handler = of(tag);
    for (Message m = mailbox.poll(tag); handler != null && m != null; m = mailbox.poll(tag)) {
      onTaken.run();
      call(handler, m);
    }
  }

  /** Gives to the handlers what is queued of their tags. */
  void takeAll(Mailbox mailbox, Runnable onTaken) {
    for (int tag : tags) {
      take(tag, mailbox, onTaken);
    }
  }

  /** Calls a handler; what it throws is its own affair. */
  static void call(MessageHandler handler, Message message) {
    try {
      handler.onMessage(message);
    } catch (RuntimeException | AssertionError e) {
      log.error("the handler for {} failed", message, e);
    }
  }
}
