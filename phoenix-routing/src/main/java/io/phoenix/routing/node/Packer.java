package io.phoenix.routing.node;

import io.phoenix.routing.flow.Flows;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.Dispatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Gathers what a node that leaves could not hand over. */
final class Packer {
  private Packer() {}

  /**
   * Takes everything that is still here.
   *
   * @param unheard peers that were not told of the leave: what passed between them and this node is
   *     in doubt
   */
  static Baggage pack(
      List<Long> names,
      List<Claim> claims,
      Flows flows,
      Dispatcher dispatcher,
      List<LaneParcel> mail,
      List<Baggage.OldFlow> unsettled,
      List<Long> unheard,
      Seals seals) {
    List<LaneParcel> held = LaneParcel.flatten(dispatcher.takeHeld());
    held.addAll(mail);
    List<Baggage.OldFlow> old = new ArrayList<>(unsettled);
    Set<Long> peers = new LinkedHashSet<>(unheard);
    peers.addAll(flows.sources()); // one that heard of the leave may not know that we know it did
    for (long peer : peers) {
      List<Baggage.Doubt> doubts = unheard.contains(peer) ? doubts(flows, peer) : List.of();
      old.add(new Baggage.OldFlow(names.get(0), peer, flows.acceptedFrom(peer), doubts));
    }
    return new Baggage(
        names,
        claims,
        List.of(),
        held,
        dispatcher.fences().openWays(),
        old,
        seals.secret(),
        seals.successions());
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
}
