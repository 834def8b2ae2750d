package io.phoenix.api;

import java.util.Objects;

/**
 * A message as it arrives: who sent it, to which name, with which tag, and its payload.
 *
 * <p>Not a record, so that one small object per message is all that is ever allocated for it.
 */
public final class Message {
  private final long from;
  private final long to;
  private final int tag;
  private final byte[] payload;

  /**
   * Makes a message. Applications rarely need to: {@link Node#send} does.
   *
   * @param from the sender's resource name, as a number
   * @param to a virtual node or a resource name
   */
  public Message(long from, long to, int tag, byte[] payload) {
    this.from = from;
    this.to = to;
    this.tag = tag;
    this.payload = Objects.requireNonNull(payload, "payload");
  }

  /** The node that sent it, by its own name. */
  public ResourceName sender() {
    return new ResourceName(from);
  }

  /** The sender's resource name, as a number: what {@link #sender()} wraps. */
  public long from() {
    return from;
  }

  /** The virtual node it was sent to, or the resource name of the receiver. */
  public long to() {
    return to;
  }

  /** The tag given by the sender. */
  public int tag() {
    return tag;
  }

  /** The payload itself, not a copy; it is the receiver's to keep and change. */
  public byte[] payload() {
    return payload;
  }

  @Override
  public String toString() {
    return "Message[from=%s, to=%s, tag=%d, %d bytes]"
        .formatted(ResourceName.format(from), ResourceName.format(to), tag, payload.length);
  }
}
