package io.phoenix.routing.node;

import io.phoenix.api.OwnershipToken;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.NodeRecord;
import java.util.List;

/** When this node tells its own record, and what it does about the records of others. */
final class RecordDuty {
  private final NodeCore node;
  private boolean publishing;

  RecordDuty(NodeCore node) {
    this.node = node;
  }

  /** Tells the others what this node assumes now. */
  void publish(long nowNs) {
    NodeRecord record = next();
    node.owners().update(record, nowNs);
    node.gossip().spread(List.of(record), null);
  }

  /** The next version of this node's record, to be spread. */
  NodeRecord next() {
    return node.claims().nextRecord(node.dsdv().ownSeqno());
  }

  /** Others believe a number of this node's only if its record is not far behind. */
  void keepNumberPlausible() {
    if (isNumberFarAhead()) {
      node.later(
          now -> {
            if (isNumberFarAhead()) {
              publish(now);
            }
          });
    }
  }

  private boolean isNumberFarAhead() {
    return node.plausible().isToBePublished(node.self(), node.dsdv().ownSeqno());
  }

  /** Tells the present record once more, under a new number, when the present event is over. */
  void publishSoon() {
    if (!publishing) {
      publishing = true;
      node.later(
          now -> {
            publishing = false;
            publish(now);
          });
    }
  }

  /** This node's claim to the range must have an epoch above this one, to be believed by all. */
  void raiseEpoch(VirtualRange range, long epoch, long nowNs) {
    for (VirtualRange part : node.claims().assumed().intersection(range).ranges()) {
      OwnershipToken token = node.claims().release(part);
      node.claims().assume(part, Math.max(epoch, token.epoch()));
    }
    publish(nowNs);
  }

  /** Records that were new here have come from the nodes that they are about. */
  void passOn(List<NodeRecord> news, long nowNs) {
    node.gossip().spread(news, null);
    onNews(news, nowNs);
  }

  /** Records that were new here have been taken in, and passed on. */
  void onNews(List<NodeRecord> news, long nowNs) {
    for (NodeRecord record : news) {
      node.mesh().onWhereabouts(record.node(), record.where(), record.left(), nowNs);
      for (Claim claim : record.claims()) {
        node.table().join(claim.range());
      }
      if (record.left() || node.nextHop(record.node()) == 0) {
        node.tombstones().onAbsent(record.node(), nowNs);
      }
      if (record.left()) {
        onLeft(record, nowNs);
      } else {
        node.mail().onKnown(record.node(), nowNs);
      }
    }
  }

  private void onLeft(NodeRecord record, long nowNs) {
    node.dsdv().onDeparted(record.node(), nowNs);
    node.relay().onWayChanged(record.node());
    node.absences().onLeft(record.node());
    if (record.told()) {
      node.settlement().onLeftForGood(record, nowNs);
      node.dispatcher().fences().inherit(record.node(), record.ways(), nowNs);
    }
  }
}
