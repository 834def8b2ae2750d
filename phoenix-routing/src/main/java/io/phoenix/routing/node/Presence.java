package io.phoenix.routing.node;

import io.phoenix.api.ResourceName;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Piece;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Who was there, and who was away, at one moment. Any thread may read it. A virtual node is away if
 * nobody assumes it, if its owner is out of reach, or if earlier messages to it wait here.
 */
public final class Presence {
  private final long[] firsts;
  private final boolean[] isAway;
  private final Set<Long> present = new HashSet<>();

  Presence(NodeCore node) {
    List<Piece> pieces = node.table().pieces();
    firsts = new long[pieces.size()];
    isAway = new boolean[pieces.size()];
    for (int i = 0; i < firsts.length; i++) {
      Piece piece = pieces.get(i);
      firsts[i] = piece.range().first();
      isAway[i] = isAway(node, piece);
    }
    present.addAll(node.namesSoFar());
    for (NodeRecord record : node.owners().records()) {
      if (!record.left() && canReach(node, record.node())) {
        present.add(record.node());
        present.addAll(record.former());
      }
    }
  }

  /** Whether a message to this virtual node, or to the node of this name, would wait now. */
  static boolean isAway(NodeCore node, long to) {
    if (!ResourceName.isResourceName(to)) {
      return isAway(node, node.lookup(to));
    }
    long current = node.owners().current(to);
    return node.owners().hasLeft(current) || !canReach(node, current);
  }

  private static boolean isAway(NodeCore node, Piece piece) {
    return piece.owner() == 0 || !canReach(node, piece.owner()) || piece.waiting() > 0;
  }

  private static boolean canReach(NodeCore node, long name) {
    return node.isMe(name) || node.nextHop(name) != 0;
  }

  /** Whether a message to this virtual node, or to the node of this name, would wait here. */
  public boolean isAway(long to) {
    if (ResourceName.isResourceName(to)) {
      return !present.contains(to);
    }
    int found = Arrays.binarySearch(firsts, to);
    return isAway[found >= 0 ? found : -found - 2];
  }
}
