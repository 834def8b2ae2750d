package io.phoenix.routing.runtime;

import io.phoenix.api.LeaveReport;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.Piece;
import io.phoenix.routing.node.Baggage;
import io.phoenix.routing.node.LaneParcel;
import io.phoenix.routing.node.NodeCore;

/** What a node says to people about its messages. */
final class Descriptions {
  private Descriptions() {}

  /** Whom a message is for, and what is known of that. */
  static String target(NodeCore core, long to, SendBudget budget) {
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
    return "%s%s (%d bytes of this node's messages are under way, and %d wait for those away)"
        .formatted(whom, way, budget.presentBytes(), budget.awayBytes());
  }

  /**
   * How many messages could not be handed over.
   *
   * @param mayReturn whether somebody may come back with them
   */
  static long rest(NodeCore core, Baggage baggage, boolean mayReturn) {
    long rest = baggage.mailbox().size();
    for (LaneParcel held : baggage.held()) {
      // Without a log, what is for a node in person that has left for good is nobody's loss.
      boolean isForNobody = !mayReturn && core.hasLeftForGood(held.parcel().message().to());
      rest += held.parcel().kind() == Kind.APP && !isForNobody ? 1 : 0;
    }
    for (Baggage.OldFlow flow : baggage.flows()) {
      for (Baggage.Doubt doubt : flow.doubts()) {
        rest += doubt.parcels().stream().filter(p -> p.kind() == Kind.APP).count();
      }
    }
    return rest;
  }

  /** What the node assumed when it left. */
  static VirtualRangeSet assumed(Baggage baggage) {
    return VirtualRangeSet.of(
        baggage.claims().stream().filter(c -> !c.released()).map(Claim::range).toList());
  }

  /** What is to be said of a leave after which {@code baggage} was left. */
  static LeaveReport report(NodeCore core, Baggage baggage, boolean isLogged, boolean inOrder) {
    long rest = rest(core, baggage, isLogged);
    return new LeaveReport(
        core.handedOver(), isLogged ? rest : 0, isLogged ? 0 : rest, assumed(baggage), inOrder);
  }
}
