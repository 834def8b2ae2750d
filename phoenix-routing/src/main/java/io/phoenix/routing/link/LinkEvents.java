package io.phoenix.routing.link;

import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Control;
import java.nio.ByteBuffer;

/**
 * What the links tell the node. Each may be called in the midst of a call that the node makes
 * itself: closing a link, for one, reports its end before it returns.
 */
public interface LinkEvents {

  /** A link is up. There is no other to that neighbour: if there was, its end came first. */
  void onLinkUp(Link link, long nowNs);

  /**
   * A node that this one has heard of wants a link for the sake of the mesh; returns whether it is
   * welcome.
   */
  default boolean welcomesSpare(long peer) {
    return true;
  }

  /** A link that was up is gone. The reason is for people. */
  void onLinkDown(Link link, String reason, long nowNs);

  /** The round trip was measured again. */
  void onLinkCost(Link link, long nowNs);

  /**
   * A control message that is not about the link itself: Routes, SeqnoRequest or Ownership.
   *
   * @throws BadFrameException if no honest neighbour says such a thing: it costs the link
   */
  void onControl(Link link, Control message, long nowNs) throws BadFrameException;

  /**
   * A data frame; header and payload are valid during the call only.
   *
   * @throws BadFrameException if the neighbour itself must have broken a rule: it loses its link
   */
  void onData(Link link, DataHeader header, ByteBuffer payload, long nowNs)
      throws BadFrameException;

  /**
   * An acknowledgement; valid during the call only.
   *
   * @throws BadFrameException as for {@link #onData}
   */
  void onAck(Link link, AckHeader header, long nowNs) throws BadFrameException;

  /**
   * A probe; valid during the call only.
   *
   * @throws BadFrameException as for {@link #onData}
   */
  void onProbe(Link link, ProbeHeader header, long nowNs) throws BadFrameException;
}
