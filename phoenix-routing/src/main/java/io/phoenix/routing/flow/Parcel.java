package io.phoenix.routing.flow;

import io.phoenix.api.Message;

/**
 * A message under way, with what this node must remember of it.
 *
 * @param message the message
 * @param kind one of {@link Kind}
 * @param generation the epoch at which it was resolved to this node by whoever handed it over;
 *     {@link #OWN} if it was sent here; below 0 if it was taken back, see {@link #UNRECEIVED}.
 *     Messages keep their order within a generation.
 * @param counted whether it is counted in this node's send budget, to be given back once
 */
public record Parcel(Message message, int kind, long generation, boolean counted) {
  /** The generation of messages that were sent at this node. */
  public static final long OWN = 0;

  /**
   * The generation of messages that were delivered here and, before the application received them,
   * were taken back because it releases their range. The dispatcher puts the released epoch in its
   * place: generation −5 is what was delivered and not received until epoch 5 was released.
   */
  public static final long UNRECEIVED = Long.MIN_VALUE;

  /** What it takes up in buffers. */
  public long costBytes() {
    return cost(message.payload().length);
  }

  /** What a message with a payload of this length takes up in buffers. */
  public static long cost(int payloadBytes) {
    return payloadBytes + (long) Lane.FRAME_OVERHEAD;
  }
}
