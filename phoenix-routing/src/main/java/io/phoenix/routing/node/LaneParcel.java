package io.phoenix.routing.node;

import io.phoenix.routing.flow.Parcel;

/**
 * A parcel and the lane that it is in.
 *
 * @param lane the lane
 * @param parcel the parcel
 */
public record LaneParcel(int lane, Parcel parcel) {}
