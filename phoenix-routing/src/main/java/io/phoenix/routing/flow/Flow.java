package io.phoenix.routing.flow;

/** Both directions of what passes between this node and one peer. */
final class Flow {
  final long peer;
  final SendLane[] send = new SendLane[Lane.COUNT];
  final ReceiveLane[] receive = new ReceiveLane[Lane.COUNT];

  /** Lanes whose acknowledgement is due, as bits. */
  int acksDue;

  /** Whether this flow is in the list of those that the probe timer looks at. */
  boolean watched;

  /** The peer takes no more messages, because it has left. */
  boolean sendClosed;

  /** No more of the peer's messages are taken: it was told how many were. */
  boolean receiveClosed;

  /** The neighbour by way of which the first frame came; 0 if this node has sent first. */
  final long via;

  Flow(long self, long peer, long via, Assembly assembly, FlowEvents events) {
    this.peer = peer;
    this.via = via;
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      send[lane] = new SendLane(self, peer, lane, events);
      receive[lane] = new ReceiveLane(peer, lane, assembly, events);
    }
  }

  void setAway(boolean isAway) {
    for (SendLane lane : send) {
      lane.setAway(isAway);
    }
  }

  boolean isBusy() {
    return send[Lane.BULK].isBusy() || send[Lane.URGENT].isBusy();
  }
}
