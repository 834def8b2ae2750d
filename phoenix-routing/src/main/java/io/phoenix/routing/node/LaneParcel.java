package io.phoenix.routing.node;

import io.phoenix.routing.flow.Parcel;
import java.util.ArrayList;
import java.util.List;

/**
 * A parcel and the lane that it is in.
 *
 * @param lane the lane
 * @param parcel the parcel
 */
public record LaneParcel(int lane, Parcel parcel) {

  /** Parcels by lane as one list. */
  static List<LaneParcel> flatten(List<List<Parcel>> lanes) {
    List<LaneParcel> all = new ArrayList<>();
    for (int lane = 0; lane < lanes.size(); lane++) {
      for (Parcel parcel : lanes.get(lane)) {
        all.add(new LaneParcel(lane, parcel));
      }
    }
    return all;
  }
}
