package io.phoenix.routing.node;

import io.phoenix.api.ResourceName;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages that come back: a peer did not accept them, or they were not delivered here after all.
 */
final class Returns {
  private final NodeCore node;

  Returns(NodeCore node) {
    this.node = node;
  }

  /** Sends out anew what a peer did not accept, before anything that was sent later. */
  void putBack(List<LaneParcel> parcels, long nowNs) {
    List<LaneParcel> toNodes = new ArrayList<>();
    for (int lane = 0; lane < Lane.COUNT; lane++) {
      List<Parcel> toVirtual = new ArrayList<>();
      for (LaneParcel p : parcels) {
        Parcel parcel = p.parcel();
        if (p.lane() != lane || !isOnItsWay(parcel)) {
          continue; // what nodes had to tell each other is settled by what made this necessary
        }
        if (!ResourceName.isResourceName(parcel.message().to())) {
          toVirtual.add(parcel);
        } else if (node.isMe(parcel.message().to())) {
          node.inbox().add(parcel);
        } else {
          toNodes.add(p);
        }
      }
      node.dispatcher().putBack(lane, toVirtual, nowNs);
    }
    node.mail().putBack(toNodes, nowNs);
  }

  private static boolean isOnItsWay(Parcel parcel) {
    return switch (parcel.kind()) {
      case Kind.APP, Kind.FENCE, Kind.WAY -> true;
      default -> false;
    };
  }
}
