package io.phoenix.routing.node;

import com.google.common.math.LongMath;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.names.AcceptedFlow;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.NameTable;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Piece;
import io.phoenix.routing.names.Tenure;
import io.phoenix.routing.names.Way;
import io.phoenix.routing.world.Whereabouts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What this node assumes, and what it has released and nobody has taken yet; and the record in
 * which it tells the others.
 */
final class OwnClaims {
  private final long self;
  private final NameTable table;
  private final List<Long> former;
  private final Seals seals;
  private List<Claim> claims = new ArrayList<>();
  private long version;
  private boolean left;
  private boolean told;
  private List<Way> ways = List.of();
  private Whereabouts where = Whereabouts.UNKNOWN;
  private List<AcceptedFlow> accepted = List.of();
  private boolean leaving;

  OwnClaims(long self, NameTable table, List<Long> former, Seals seals) {
    this.seals = seals;
    this.self = self;
    this.table = table;
    this.former = former.subList(0, Math.min(Records.MAX_FORMER, former.size()));
  }

  /** The former names that the record carries. */
  List<Long> recentFormer() {
    return former;
  }

  VirtualRangeSet assumed() {
    return VirtualRangeSet.of(live().stream().map(Claim::range).toList());
  }

  List<Claim> live() {
    return claims.stream().filter(c -> !c.released()).toList();
  }

  /** The next version of this node's record, signed. */
  NodeRecord nextRecord(long seqno) {
    dropTaken();
    Whereabouts reachable = left ? Whereabouts.UNKNOWN : where;
    return seals.sign(
        new NodeRecord(
            self, ++version, left, told, ways, former, claims, reachable, seqno, null, leaving,
            accepted));
  }

  /** From now on the record says that this node is there. */
  void advertise(Whereabouts here) {
    where = here;
  }

  /** Epoch above the token's and above all that was heard of. */
  void assume(VirtualRange range, long tokenEpoch) {
    if (range.end() > table.spaceSize()) {
      throw new IllegalArgumentException(
          "%s is outside the space %s: choose another range, or a larger spaceSize"
              .formatted(range, VirtualRange.all(table.spaceSize())));
    }
    VirtualRangeSet twice = assumed().intersection(range);
    if (!twice.isEmpty()) {
      throw new IllegalArgumentException(
          "node %s already assumes %s of %s: assume the rest only, or release that first"
              .formatted(ResourceName.format(self), twice, range));
    }
    long epoch = Math.max(tokenEpoch, Claim.FIRST_EPOCH - 1);
    for (Piece piece : table.overlapping(range)) {
      epoch = Math.max(epoch, piece.epoch());
    }
    seals.checkOwnEpoch(epoch);
    subtract(range, true);
    addClaims(range, LongMath.saturatedAdd(epoch, 1), tokenEpoch);
  }

  /** Claims a range, in parts: of each part the claim says whose tenure this node takes over. */
  private void addClaims(VirtualRange range, long epoch, long tokenEpoch) {
    VirtualRangeSet free = VirtualRangeSet.of(range);
    Map<Tenure, List<VirtualRange>> taken = new LinkedHashMap<>();
    for (Piece piece : table.overlapping(range)) {
      long owner = piece.owner();
      boolean isHandedOver = piece.epoch() <= tokenEpoch;
      if (owner != 0 && owner != self && !former.contains(owner) && !isHandedOver) {
        VirtualRange part = piece.range().intersection(range).orElseThrow();
        taken.computeIfAbsent(new Tenure(owner, piece.epoch()), t -> new ArrayList<>()).add(part);
        free = free.minus(part);
      }
    }
    for (VirtualRange part : free.ranges()) {
      claims.add(new Claim(part, epoch, false));
    }
    taken.forEach(
        (from, parts) ->
            VirtualRangeSet.of(parts)
                .ranges()
                .forEach(part -> claims.add(new Claim(part, epoch, false, from))));
  }

  OwnershipToken release(VirtualRange range) {
    VirtualRangeSet missing = VirtualRangeSet.of(range).minus(assumed());
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "node "
              + ResourceName.format(self)
              + " does not assume "
              + missing
              + " of "
              + range
              + ", only "
              + assumed());
    }
    long epoch = 0;
    for (Claim claim : live()) {
      if (claim.range().overlaps(range)) {
        epoch = Math.max(epoch, claim.epoch());
      }
    }
    subtract(range, false);
    claims.add(new Claim(range, epoch, true));
    return new OwnershipToken(range, epoch);
  }

  /** Another node has assumed the range, too, and won. */
  void lose(VirtualRange range) {
    subtract(range, false);
  }

  /** Takes up what a former self had released, and nobody had taken when it left. */
  void restoreReleased(Claim claim) {
    claims.add(claim);
  }

  /** Releases everything for ever; returns what was assumed, or released and not taken. */
  List<Claim> leave() {
    leaving = true;
    List<Claim> last = List.copyOf(claims);
    claims =
        new ArrayList<>(claims.stream().map(c -> new Claim(c.range(), c.epoch(), true)).toList());
    return last;
  }

  /** This node stays, after all. What it had assumed is released, and may be assumed again. */
  void stay() {
    leaving = false;
    ways = List.of();
  }

  /** From now on the record tells these ways. */
  void leaveBehind(List<Way> open) {
    ways = open;
  }

  /** From now on the record says that this node has left, and may return. */
  void markLeft() {
    ways = List.of();
    left = true;
  }

  /**
   * From now on the record says that this node has left for good.
   *
   * @param open where what was sent on may still be
   * @param untold how far the messages of nodes were accepted that could not be told
   */
  void markLeftForGood(List<Way> open, List<AcceptedFlow> untold) {
    told = true;
    ways = open;
    accepted = untold;
    left = true;
  }

  /** Takes {@code range} out of the claims that are, or are not, released. */
  private void subtract(VirtualRange range, boolean released) {
    List<Claim> rest = new ArrayList<>();
    for (Claim claim : claims) {
      if (claim.released() != released) {
        rest.add(claim);
        continue;
      }
      for (VirtualRange r : VirtualRangeSet.of(claim.range()).minus(range).ranges()) {
        rest.add(claim.within(r));
      }
    }
    claims = rest;
  }

  /** There is no need to remember a release once somebody is known to have assumed the range. */
  private void dropTaken() {
    List<Claim> rest = new ArrayList<>();
    for (Claim claim : claims) {
      VirtualRangeSet open = VirtualRangeSet.of(claim.range());
      if (claim.released()) {
        for (Piece piece : table.overlapping(claim.range())) {
          if (piece.epoch() > claim.epoch()) {
            open = open.minus(piece.range());
          }
        }
      }
      for (VirtualRange r : open.ranges()) {
        rest.add(claim.within(r));
      }
    }
    claims = rest;
  }
}
