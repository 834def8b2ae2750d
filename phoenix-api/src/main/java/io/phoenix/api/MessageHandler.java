package io.phoenix.api;

/** Takes messages of one tag, on the node's loop; it must not block. */
@FunctionalInterface
public interface MessageHandler {

  /** Called once for each message, in the order of arrival. */
  void onMessage(Message message);
}
