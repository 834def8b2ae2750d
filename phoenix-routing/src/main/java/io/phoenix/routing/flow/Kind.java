package io.phoenix.routing.flow;

/** What a message in a flow is for; numbers of the wire format. */
public final class Kind {
  /** The application's. */
  public static final int APP = 0;

  /** Follows the messages of a range to its owner; see {@code routing.names}. */
  public static final int FENCE = 1;

  /** Tells the sender of a fence that it has reached the owner. */
  public static final int FENCE_ACK = 2;

  /** The last message of a node that leaves: how far it has accepted the receiver's messages. */
  public static final int CLOSE = 3;

  /** Asks a node that returned how far its former self had accepted a flow. */
  public static final int SETTLE_ASK = 4;

  /** The answer to {@link #SETTLE_ASK}. */
  public static final int SETTLE_REPLY = 5;

  /**
   * Goes ahead of messages that a leaver gives into a node's keeping; see {@code routing.names}.
   */
  public static final int WAY = 6;

  private Kind() {}
}
