package io.phoenix.apps.soak;

import io.phoenix.apps.storm.Streams;

/**
 * A message that was not received.
 *
 * @param stream the stream of the message
 * @param v the virtual node that it was for
 * @param number its number
 * @param sentNs when it was sent
 * @param passedNs when the first later message of its stream was received, which shows that this
 *     one had been lost by then; {@link Long#MAX_VALUE} if none was
 */
record Loss(int stream, int v, int number, long sentNs, long passedNs) {

  /** The lineage of the node that sent it. */
  int sender() {
    return Streams.sender(stream);
  }

  /** Whether no later message of the stream has been received. */
  boolean isTail() {
    return passedNs == Long.MAX_VALUE;
  }

  @Override
  public String toString() {
    return "%s message %d of node %d to virtual node %d"
        .formatted(Streams.isUrgent(stream) ? "urgent" : "bulk", number, sender(), v);
  }
}
