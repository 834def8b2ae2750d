package io.phoenix.routing.node;

import io.phoenix.api.Message;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Piece;
import java.util.ArrayList;
import java.util.List;

/**
 * What a node that returns with a log had assumed when it left. Somebody else may have assumed it
 * meanwhile, and the node cannot know: so it assumes a range again only when it has heard of the
 * others, or when it has been alone for a while. Until then messages for the range wait. Whoever
 * assumed it meanwhile keeps it, and gets what was in the log for it.
 */
final class TentativeClaims {
  private final NodeCore node;
  private List<Claim> claims = List.of();

  TentativeClaims(NodeCore node) {
    this.node = node;
  }

  /**
   * Takes up the claims of a log, and its messages that had been delivered and not received.
   *
   * @param aloneNs how long to wait if nobody can be heard
   */
  void restore(List<Claim> last, List<Message> mailbox, long aloneNs, long nowNs) {
    claims = last.stream().filter(c -> !c.released()).toList();
    List<LaneParcel> waiting = new ArrayList<>();
    for (Message message : mailbox) {
      long epoch = epochOf(message.to());
      if (epoch == Parcel.OWN) {
        node.out().deliver(message);
      } else {
        // This node's own messages stay in line with those of its own that were not delivered.
        long generation = node.isMe(message.from()) ? Parcel.OWN : epoch;
        int lane = Lane.ofTag(message.tag());
        waiting.add(new LaneParcel(lane, new Parcel(message, Kind.APP, generation, false)));
      }
    }
    node.returns().putBack(waiting, nowNs);
    if (!claims.isEmpty()) {
      node.after(aloneNs, now -> onTimeout(aloneNs, now));
    }
  }

  private long epochOf(long v) {
    for (Claim claim : claims) {
      if (!ResourceName.isResourceName(v) && claim.range().contains(v)) {
        return claim.epoch();
      }
    }
    return Parcel.OWN;
  }

  VirtualRangeSet ranges() {
    return VirtualRangeSet.of(claims.stream().map(Claim::range).toList());
  }

  /** Takes out what is still tentative: the node leaves again. */
  List<Claim> take() {
    List<Claim> taken = claims;
    claims = List.of();
    return taken;
  }

  /** The application releases a range: it must have it for that, whatever others may say. */
  void insistOn(VirtualRange range) {
    List<Claim> rest = new ArrayList<>();
    for (Claim claim : take()) {
      claim.range().intersection(range).ifPresent(r -> node.claims().assume(r, claim.epoch()));
      VirtualRangeSet.of(claim.range()).minus(range).ranges().stream()
          .map(claim::within)
          .forEach(rest::add);
    }
    claims = rest;
  }

  /**
   * The node has heard what a neighbour knows: it assumes what nobody has assumed since it left.
   */
  void confirm(long nowNs) {
    decide(Patience.UNTIL_OTHERS_ARE_HEARD, nowNs);
  }

  private void onTimeout(long aloneNs, long nowNs) {
    decide(Patience.WHILE_IN_REACH, nowNs);
    node.after(aloneNs, now -> decide(Patience.NONE, now));
  }

  /** How long a claim waits that is contested by an earlier one. */
  private enum Patience {
    /** Until there was time to hear of a node that is in reach. */
    UNTIL_OTHERS_ARE_HEARD,
    /**
     * As long as there is a way to the other, which may be one that a neighbour has not lost yet.
     */
    WHILE_IN_REACH,
    /** No longer. */
    NONE
  }

  /**
   * A later claim than this node's has won. An earlier one may be old news, of a node that has
   * handed the range on meanwhile: then that node, once it is in reach, says so. Or it is that of a
   * node that had not heard of this one's epoch: such a node keeps the range.
   */
  private void decide(Patience patience, long nowNs) {
    if (claims.isEmpty()) {
      return;
    }
    List<Claim> open = new ArrayList<>();
    for (Claim claim : take()) {
      VirtualRangeSet free = VirtualRangeSet.of(claim.range());
      for (Piece piece : node.table().overlapping(claim.range())) {
        VirtualRange part = piece.range().intersection(claim.range()).orElseThrow();
        boolean isContested = piece.owner() != 0 && piece.epoch() <= claim.epoch();
        boolean isInReach = isContested && node.nextHop(piece.owner()) != 0;
        boolean waits =
            switch (patience) {
              case UNTIL_OTHERS_ARE_HEARD -> isContested;
              case WHILE_IN_REACH -> isInReach;
              case NONE -> false;
            };
        if (waits) {
          free = free.minus(part);
          open.add(claim.within(part));
        } else if (piece.epoch() > claim.epoch() || isInReach) {
          free = free.minus(part);
          node.claims().restoreReleased(new Claim(part, claim.epoch(), true));
          lose(part, piece);
        }
      }
      free.ranges().forEach(range -> node.claims().assume(range, claim.epoch()));
    }
    claims = open;
    node.records().publish(nowNs);
  }

  private void lose(VirtualRange lost, Piece piece) {
    long winner = piece.owner() != 0 ? piece.owner() : lastOwner(piece);
    if (winner != 0) {
      node.out().onConflict(lost, winner);
    } else {
      node.out().warn("does not assume " + lost + " again: somebody has had it meanwhile");
    }
  }

  /** Who says that it had the piece at its present epoch, and has released it; 0 if nobody does. */
  private long lastOwner(Piece piece) {
    for (NodeRecord record : node.owners().records()) {
      for (Claim claim : record.claims()) {
        if (claim.epoch() == piece.epoch() && claim.range().overlaps(piece.range())) {
          return record.node();
        }
      }
    }
    return 0;
  }
}
