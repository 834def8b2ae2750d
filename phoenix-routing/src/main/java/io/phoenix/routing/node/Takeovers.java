package io.phoenix.routing.node;

import io.phoenix.api.Explanation;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.ParcelFilter;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Piece;
import io.phoenix.routing.names.Tenure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What becomes of messages that are bound to a node which crashed, when another node takes over its
 * range. Those of which no frame was ever given to a link are dispatched anew, before all that was
 * sent later. The others are in doubt: the crashed node may have delivered them, so they are not
 * sent again, but counted and said.
 *
 * <p>A <em>takeover</em> is known by four signs together; see the package {@code names} for why
 * they keep the order: the new owner says that it took the range from a tenure of the former owner;
 * the former owner's newest record claims the range at that epoch still; it has neither left nor
 * returned under another name; and there is no way to it from here.
 *
 * <p>Where a sign is missing (a range that was handed over by a node which crashed then, say), the
 * same happens when the former owner is given up.
 */
final class Takeovers {
  private final NodeCore node;

  /** By vanished node: the ranges that others have now, and for which messages are in doubt. */
  private final Map<Long, VirtualRangeSet> doubtful = new LinkedHashMap<>();

  Takeovers(NodeCore node) {
    this.node = node;
  }

  /** The ranges have new owners, who may have taken them over. */
  void onOwnersChanged(List<VirtualRange> ranges, long nowNs) {
    considerOwners(ranges, nowNs);
    for (long lost : node.absences().givenUp()) {
      rescueFromGivenUp(lost, ranges, nowNs);
    }
  }

  /** There is no way to a node any more: what it had may have been taken over already. */
  void onUnreachable(long lost, long nowNs) {
    NodeRecord record = node.owners().record(lost);
    if (record != null && node.flows().isOpen(lost)) {
      considerOwners(record.claims().stream().map(Claim::range).toList(), nowNs);
    }
  }

  /** There is a way to a node again: it will say itself what it has taken. */
  void onReachable(long found) {
    doubtful.remove(found);
  }

  /** A node is not waited for any more; what others have now of its ranges goes to them. */
  void onGivenUp(long lost, long nowNs) {
    rescueFromGivenUp(lost, List.of(VirtualRange.all(node.spaceSize())), nowNs);
  }

  private void rescueFromGivenUp(long lost, List<VirtualRange> ranges, long nowNs) {
    if (node.flows().unacknowledged(lost) > 0) {
      List<VirtualRange> others = new ArrayList<>();
      for (VirtualRange range : ranges) {
        for (Piece piece : node.table().overlapping(range)) {
          if (piece.owner() != lost) {
            others.add(piece.range());
          }
        }
      }
      rescue(lost, VirtualRangeSet.of(others), nowNs);
    }
  }

  private void considerOwners(List<VirtualRange> ranges, long nowNs) {
    Set<Long> owners = new LinkedHashSet<>();
    for (VirtualRange range : ranges) {
      node.table().overlapping(range).forEach(piece -> owners.add(piece.owner()));
    }
    List<Long> next = new ArrayList<>(owners);
    for (int i = 0; i < next.size(); i++) {
      NodeRecord record = node.owners().record(next.get(i));
      for (Claim claim : record == null ? List.<Claim>of() : record.claims()) {
        Tenure taken = claim.takenFrom();
        if (taken != null) {
          onTakenOver(claim.range(), taken, nowNs);
          if (owners.add(taken.owner())) {
            next.add(taken.owner()); // it may have crashed having taken over itself
          }
        }
      }
    }
  }

  private void onTakenOver(VirtualRange range, Tenure taken, long nowNs) {
    long lost = taken.owner();
    boolean hasVanished =
        node.flows().isOpen(lost)
            && node.nextHop(lost) == 0
            && !node.owners().hasLeft(lost)
            && node.owners().current(lost) == lost;
    if (!hasVanished) {
      return;
    }
    for (VirtualRange part : node.owners().stillClaimed(taken).intersection(range).ranges()) {
      for (Piece piece : node.table().cut(part)) {
        if (piece.owner() != lost && piece.epoch() > taken.epoch()) {
          node.dispatcher().fences().abandon(piece, taken);
          rescue(lost, VirtualRangeSet.of(piece.range()), nowNs);
          node.dispatcher().onOwnersChanged(List.of(piece), nowNs);
        }
      }
    }
  }

  /** Dispatches anew what was never sent, and notes what is in doubt. */
  private void rescue(long lost, VirtualRangeSet ranges, long nowNs) {
    ParcelFilter filter =
        (message, kind, epoch) ->
            (kind == Kind.APP || kind == Kind.FENCE) && ranges.contains(message.to());
    node.returns().putBack(LaneParcel.flatten(node.flows().takeUnsent(lost, filter)), nowNs);
    VirtualRangeSet known = doubtful.getOrDefault(lost, VirtualRangeSet.empty());
    int inDoubt = countInDoubt(lost, ranges.minus(known));
    if (inDoubt > 0) {
      doubtful.put(lost, known.union(ranges));
      node.out()
          .warn(
              ("%d messages for %s are in doubt: node %s vanished before it said whether it took"
                      + " them, and does not assume the range any more; they are not sent again")
                  .formatted(inDoubt, ranges, ResourceName.format(lost)));
    }
  }

  private int countInDoubt(long lost, VirtualRangeSet ranges) {
    return node.flows()
        .countInDoubt(
            lost, (message, kind, epoch) -> kind == Kind.APP && ranges.contains(message.to()));
  }

  /** The messages that are in doubt now. */
  List<Explanation.Doubt> doubts() {
    List<Explanation.Doubt> doubts = new ArrayList<>();
    doubtful.forEach(
        (lost, ranges) -> {
          int inDoubt = countInDoubt(lost, ranges);
          if (inDoubt > 0) {
            doubts.add(new Explanation.Doubt(new ResourceName(lost), ranges, inDoubt));
          }
        });
    return doubts;
  }
}
