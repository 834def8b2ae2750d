package io.phoenix.routing.wire;

/** Acknowledges one lane of a flow: routed to {@link #dst}, which is the flow's source. */
public final class AckHeader {
  /** The flow's source: where the acknowledgement goes. */
  public long dst;

  /** The flow's destination: who acknowledges. */
  public long src;

  /** 0 bulk, 1 urgent. */
  public int lane;

  /** Relays passed. */
  public int hops;

  /** Every frame up to this number has arrived. */
  public long ackSeq;

  /** How many bytes in all the source may have sent in this lane. */
  public long creditBytes;

  /** The nonce of the probe that this answers, or 0. */
  public long nonce;

  /** Whether a later frame than the next one has arrived: something is missing. */
  public boolean gap;
}
