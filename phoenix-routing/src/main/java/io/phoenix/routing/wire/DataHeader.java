package io.phoenix.routing.wire;

/**
 * The header of a routed data frame: a mutable flyweight, one per decoder and per writer. Valid
 * during the call that hands it over.
 */
public final class DataHeader {
  /** The node that the flow leads to. */
  public long dst;

  /** The node that the flow comes from. */
  public long src;

  /** 0 bulk, 1 urgent. */
  public int lane;

  /** What the payload is, 0..255: 0 an application's message; the rest is not known here. */
  public int kind;

  /** Whether this is the first fragment of its message. */
  public boolean first;

  /** Whether this is the last fragment of its message. */
  public boolean last;

  /** Relays passed; a relay drops what exceeds {@link Frames#MAX_HOPS}. */
  public int hops;

  /** The frame's number in its lane, from 1. */
  public long seq;

  /** Whom the message is for: a virtual node or a resource name. */
  public long target;

  /** The ownership epoch that the target was resolved to. */
  public long epoch;

  /** The node that first sent the message. */
  public long origin;

  /** The application's tag. */
  public int tag;

  /** The length of the whole message, all fragments together. */
  public int total;

  /** A header of its own with the same content, for a frame that has to wait. */
  public DataHeader copy() {
    DataHeader copy = new DataHeader();
    copy.dst = dst;
    copy.src = src;
    copy.lane = lane;
    copy.kind = kind;
    copy.first = first;
    copy.last = last;
    copy.hops = hops;
    copy.seq = seq;
    copy.target = target;
    copy.epoch = epoch;
    copy.origin = origin;
    copy.tag = tag;
    copy.total = total;
    return copy;
  }
}
