package io.phoenix.routing.node;

import io.phoenix.routing.names.NodeRecord;
import java.util.Comparator;

/** Finds a node that stays, to keep what a node that leaves for good cannot hand over. */
final class Keepers {
  private Keepers() {}

  /**
   * The node to give messages to: the same one as before if it still stays; else, of those that
   * stay and can be reached, the nearest one that assumes something, for it will hardly be a short
   * visitor; else the nearest. 0 if there is none.
   */
  static long choose(NodeCore node, long before) {
    NodeRecord last = node.owners().record(before);
    if (last != null && stays(node, last)) {
      return before;
    }
    return node.owners().records().stream()
        .filter(r -> stays(node, r))
        .min(
            Comparator.comparing((NodeRecord r) -> r.claims().stream().allMatch(c -> c.released()))
                .thenComparing(r -> node.dsdv().distanceNs(r.node()))
                .thenComparing(NodeRecord::node))
        .map(NodeRecord::node)
        .orElse(0L);
  }

  private static boolean stays(NodeCore node, NodeRecord record) {
    return record.node() != node.self()
        && !record.left()
        && !record.leaving()
        && node.nextHop(record.node()) != 0
        && !node.flows().isSendClosed(record.node());
  }
}
