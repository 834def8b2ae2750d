package io.phoenix.routing.wire;

/** Asks the destination of a flow's lane how far it has got; an acknowledgement answers. */
public final class ProbeHeader {
  /** The flow's destination. */
  public long dst;

  /** The flow's source. */
  public long src;

  /** 0 bulk, 1 urgent. */
  public int lane;

  /** Relays passed. */
  public int hops;

  /** Comes back in the answer. */
  public long nonce;
}
