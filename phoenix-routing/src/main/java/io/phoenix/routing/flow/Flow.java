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

  Flow(long self, long peer, FlowEvents events) {
    this.peer = peer;
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      send[lane] = new SendLane(self, peer, lane, events);
      receive[lane] = new ReceiveLane(peer, lane, events);
    }
  }

  boolean isBusy() {
    return send[Lane.BULK].isBusy() || send[Lane.URGENT].isBusy();
  }
}
