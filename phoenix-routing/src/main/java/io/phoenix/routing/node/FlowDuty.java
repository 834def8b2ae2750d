package io.phoenix.routing.node;

import io.phoenix.api.Message;
import io.phoenix.routing.flow.FlowEvents;
import io.phoenix.routing.link.Link;
import org.jspecify.annotations.Nullable;

/** What a node does for its flows: tells them the way, and takes what comes out of them. */
final class FlowDuty implements FlowEvents {
  private final NodeCore node;

  FlowDuty(NodeCore node) {
    this.node = node;
  }

  @Override
  public void onMessage(long peer, int lane, Message message, int kind, long epoch, long nowNs) {
    node.onMessage(peer, lane, message, kind, epoch, nowNs);
  }

  @Override
  public void onAccepted(Message message) {
    node.out().onAccepted(message);
  }

  @Override
  public boolean isIntakeFull() {
    return node.out().isMailboxFull()
        || node.dispatcher().transitBytes() > node.transitLimitBytes();
  }

  @Override
  public @Nullable Link linkTo(long to) {
    long hop = node.dsdv().nextHop(to);
    return hop == 0 ? null : node.links().link(hop);
  }

  @Override
  public long roundTripNs(long to) {
    return Math.max(0, node.dsdv().distanceNs(to));
  }
}
