package io.phoenix.routing.node;

import com.google.protobuf.ByteString;
import io.phoenix.routing.flow.Flows;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.flow.ParcelFilter;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.NodeRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Gathers what a node that leaves has not handed over. */
final class Packer {
  /** More than a node needs to find one that is still there. */
  private static final int MAX_CONTACTS = 64;

  private Packer() {}

  /**
   * All that is still here; it stays here, too.
   *
   * @param claims what the node assumed
   * @param unheard peers that are not known to have heard of the leave: what passed between them
   *     and this node is in doubt
   */
  static Baggage pack(NodeCore node, List<Claim> claims, List<Long> unheard) {
    return pack(node, List.of(), claims, unheard);
  }

  /**
   * The same, when nothing more goes out: what was never given to a link is taken out of its flow,
   * and is not in doubt.
   */
  static Baggage packLast(NodeCore node, List<Claim> claims, List<Long> unheard) {
    List<LaneParcel> unsent = new ArrayList<>();
    for (long peer : unheard) {
      unsent.addAll(takeUnsent(node.flows(), peer, node.self()));
    }
    return pack(node, unsent, claims, unheard);
  }

  private static Baggage pack(
      NodeCore node, List<LaneParcel> unsent, List<Claim> claims, List<Long> unheard) {
    Flows flows = node.flows();
    List<LaneParcel> held = new ArrayList<>(unsent); // in the order in which it would have gone out
    held.addAll(LaneParcel.flatten(node.dispatcher().held()));
    held.addAll(node.settlement().settled());
    held.addAll(node.mail().waiting());
    List<Baggage.OldFlow> old = new ArrayList<>(node.settlement().unsettled());
    Set<Long> peers = new LinkedHashSet<>(unheard);
    peers.addAll(flows.sources()); // one that heard of the leave may not know that we know it did
    for (long peer : peers) {
      List<Baggage.Doubt> doubts = unheard.contains(peer) ? doubts(flows, peer) : List.of();
      old.add(new Baggage.OldFlow(node.self(), peer, flows.acceptedFrom(peer), doubts));
    }
    return new Baggage(
        node.namesSoFar(),
        claims,
        List.of(),
        held,
        node.dispatcher().fences().openWays(),
        old,
        node.seals().secret(),
        node.seals().successions(),
        contacts(node),
        ByteString.EMPTY);
  }

  /**
   * The peer cannot have what was never given to a link. Own fences stay behind: after the return
   * they would be those of nobody.
   */
  private static List<LaneParcel> takeUnsent(Flows flows, long peer, long self) {
    ParcelFilter filter =
        (message, kind, epoch) ->
            switch (kind) {
              case Kind.APP, Kind.WAY -> true;
              case Kind.FENCE -> message.from() != self;
              default -> false;
            };
    return LaneParcel.flatten(flows.takeUnsent(peer, filter));
  }

  private static List<Baggage.Doubt> doubts(Flows flows, long peer) {
    List<Baggage.Doubt> doubts = new ArrayList<>();
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      List<Parcel> parcels = flows.unacknowledged(peer, lane);
      if (!parcels.isEmpty()) {
        doubts.add(new Baggage.Doubt(lane, flows.firstUnacknowledgedSeq(peer, lane), parcels));
      }
    }
    return doubts;
  }

  /** Where those can be dialled who are there; first those to whom there is a link. */
  private static List<Baggage.Contact> contacts(NodeCore node) {
    return node.owners().records().stream()
        .filter(r -> r.node() != node.self() && !r.left() && !r.where().ports().isEmpty())
        .sorted(
            Comparator.comparing((NodeRecord r) -> node.links().link(r.node()) == null)
                .thenComparing(NodeRecord::node))
        .limit(MAX_CONTACTS)
        .map(r -> new Baggage.Contact(r.node(), r.where()))
        .toList();
  }
}
