package io.phoenix.routing.node;

import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.Way;
import java.util.List;

/** Takes up what a former self of this node has left: the opposite of {@link Packer}. */
final class Unpacker {
  private final NodeCore node;

  Unpacker(NodeCore node) {
    this.node = node;
  }

  void unpack(Baggage baggage, long nowNs) {
    for (Baggage.Contact contact : baggage.contacts()) {
      node.mesh().onWhereabouts(contact.node(), contact.where(), false, nowNs);
      node.tombstones().onAbsent(contact.node(), nowNs); // forgotten if it is not heard of
    }
    node.settlement().restore(baggage.flows(), nowNs);
    List<Long> doubtful = node.settlement().doubtfulPeers();
    for (long peer : doubtful) {
      node.absences().giveUpLater(peer);
    }
    for (Way way : baggage.ways()) {
      node.dispatcher().fences().restore(way, doubtful.contains(way.owner()));
    }
    for (Claim claim : baggage.claims()) {
      if (claim.released()) {
        node.claims().restoreReleased(claim);
      }
    }
    node.returns().putBack(baggage.held(), nowNs);
    // Last, because what is put back last is first.
    long aloneNs = node.settings().config().deadAfter().toNanos();
    node.tentative().restore(baggage.claims(), baggage.mailbox(), aloneNs, nowNs);
  }
}
