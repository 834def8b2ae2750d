package io.phoenix.routing.flow;

import io.phoenix.api.Message;
import io.phoenix.routing.link.Link;
import org.jspecify.annotations.Nullable;

/** What flows ask of the node around them. */
public interface FlowEvents {

  /** A message arrived from {@code peer}: each exactly once, and each lane in order. */
  void onMessage(long peer, int lane, Message message, int kind, long epoch, long nowNs);

  /** A counted message has been accepted by the peer that it was sent to. */
  void onAccepted(Message message);

  /** So many bytes more, or less, of counted messages are in flows to peers that are away. */
  void onAway(long deltaBytes);

  /** Whether so much is queued here that peers must be held back. */
  boolean isIntakeFull();

  /** Whether so much is queued here that nothing can be taken, whatever peers were promised. */
  default boolean isIntakeOverfull() {
    return false;
  }

  /** Whether a node is known to be there, be it that there is no way to it yet. */
  default boolean isKnown(long node) {
    return linkTo(node) != null;
  }

  /** The link on the way to a node, if there is a way now. */
  @Nullable Link linkTo(long node);

  /** The round trip that is expected to a node. */
  long roundTripNs(long node);
}
