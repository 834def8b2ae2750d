package io.phoenix.routing.runtime;

import io.phoenix.api.LeaveReport;
import io.phoenix.api.Message;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.Piece;
import io.phoenix.routing.node.Baggage;
import io.phoenix.routing.node.NodeCore;
import java.util.List;

/** What a node says to people about its messages. */
final class Descriptions {
  private Descriptions() {}

  /** Whom a message is for, and what is known of that. */
  static String target(NodeCore core, long to, long usedBytes) {
    long node = to;
    String whom = "node " + ResourceName.format(to);
    if (!ResourceName.isResourceName(to)) {
      Piece piece = core.lookup(to);
      node = piece.owner();
      whom =
          "virtual node "
              + to
              + (node == 0
                  ? ", which nobody assumes (" + piece.waiting() + " messages wait for it)"
                  : ", assumed by node " + ResourceName.format(node));
    }
    String way =
        node == 0 || core.nextHop(node) != 0 ? "" : ", to which there is no way at present";
    return whom + way + " (" + usedBytes + " bytes of this node's messages are under way)";
  }

  static Baggage withMailbox(Baggage baggage, List<Message> mailbox) {
    return new Baggage(
        baggage.names(),
        baggage.claims(),
        mailbox,
        baggage.held(),
        baggage.ways(),
        baggage.flows());
  }

  static LeaveReport report(Baggage baggage, long handedOver, boolean inOrder) {
    long logged = baggage.mailbox().size();
    logged += baggage.held().stream().filter(p -> p.parcel().kind() == Kind.APP).count();
    for (Baggage.OldFlow flow : baggage.flows()) {
      for (Baggage.Doubt doubt : flow.doubts()) {
        logged += doubt.parcels().stream().filter(p -> p.kind() == Kind.APP).count();
      }
    }
    VirtualRangeSet assumed =
        VirtualRangeSet.of(baggage.claims().stream().map(Claim::range).toList());
    return new LeaveReport(handedOver, logged, 0, assumed, inOrder);
  }
}
