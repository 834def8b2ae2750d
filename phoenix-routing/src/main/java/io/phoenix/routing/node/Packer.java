package io.phoenix.routing.node;

import io.phoenix.routing.flow.Flows;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.Dispatcher;
import java.util.ArrayList;
import java.util.List;

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
      List<Long> unheard) {
    List<LaneParcel> held = new ArrayList<>();
    List<List<Parcel>> byLane = dispatcher.takeHeld();
    for (int lane = 0; lane < byLane.size(); lane++) {
      for (Parcel parcel : byLane.get(lane)) {
        held.add(new LaneParcel(lane, parcel));
      }
    }
    held.addAll(mail);
    List<Baggage.OldFlow> old = new ArrayList<>(unsettled);
    for (long peer : unheard) {
      old.add(
          new Baggage.OldFlow(names.get(0), peer, flows.acceptedFrom(peer), doubts(flows, peer)));
    }
    return new Baggage(names, claims, List.of(), held, dispatcher.fences().openWays(), old);
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
