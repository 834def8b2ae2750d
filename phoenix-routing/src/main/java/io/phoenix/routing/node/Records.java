package io.phoenix.routing.node;

import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Positions;
import io.phoenix.routing.names.AcceptedFlow;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Tenure;
import io.phoenix.routing.names.Way;
import io.phoenix.routing.wire.proto.Ownership;
import io.phoenix.routing.world.Whereabouts;
import java.util.ArrayList;
import java.util.List;

/** Turns records and claims into protobuf and back. */
public final class Records {
  /** How many former names a record carries; older ones are dropped. */
  static final int MAX_FORMER = 16;

  private Records() {}

  /** The record as its node has signed it; else as it is. */
  static Ownership.Record toProto(NodeRecord record) {
    if (record.signed() != null) {
      return record.signed();
    }
    var proto =
        Ownership.Record.newBuilder()
            .setNode(record.node())
            .setVersion(record.version())
            .setLeft(record.left())
            .setTold(record.told())
            .setSeqno(record.seqno())
            .setLeaving(record.leaving())
            .addAllFormer(record.former());
    for (Claim claim : record.claims()) {
      proto.addClaims(toProto(claim));
    }
    for (Way way : record.ways()) {
      proto.addWays(toProto(way));
    }
    proto.setLan(record.where().lan());
    for (Port port : record.where().ports()) {
      proto.addPorts(port.toString());
    }
    for (AcceptedFlow flow : record.accepted()) {
      proto.addAccepted(toProto(flow));
    }
    return proto.build();
  }

  /**
   * Reads a record of a peer.
   *
   * @throws IllegalArgumentException if a claim or a way reaches beyond the space, or a port is
   *     none
   */
  static NodeRecord fromProto(Ownership.Record proto, long spaceSize) {
    List<Claim> claims = new ArrayList<>(proto.getClaimsCount());
    for (Ownership.Record.Claim claim : proto.getClaimsList()) {
      claims.add(fromProto(claim, spaceSize));
    }
    List<Way> ways = new ArrayList<>(proto.getWaysCount());
    for (Ownership.Record.Way way : proto.getWaysList()) {
      ways.add(fromProto(way, spaceSize));
    }
    List<AcceptedFlow> accepted = new ArrayList<>(proto.getAcceptedCount());
    for (Ownership.Record.Accepted flow : proto.getAcceptedList()) {
      accepted.add(fromProto(flow));
    }
    List<Long> former = proto.getFormerList();
    return new NodeRecord(
        proto.getNode(),
        proto.getVersion(),
        proto.getLeft(),
        proto.getTold(),
        ways,
        former.subList(0, Math.min(MAX_FORMER, former.size())),
        claims,
        new Whereabouts(proto.getLan(), proto.getPortsList().stream().map(Port::parse).toList()),
        proto.getSeqno(),
        proto,
        proto.getLeaving(),
        accepted);
  }

  private static Ownership.Record.Accepted toProto(AcceptedFlow flow) {
    return Ownership.Record.Accepted.newBuilder()
        .setSource(flow.source())
        .setDestination(flow.destination())
        .setBulk(flow.accepted().bulk())
        .setUrgent(flow.accepted().urgent())
        .build();
  }

  private static AcceptedFlow fromProto(Ownership.Record.Accepted proto) {
    return new AcceptedFlow(
        proto.getSource(),
        proto.getDestination(),
        new Positions(proto.getBulk(), proto.getUrgent()));
  }

  private static Ownership.Record.Way toProto(Way way) {
    return Ownership.Record.Way.newBuilder()
        .setFirst(way.range().first())
        .setEnd(way.range().end())
        .setLane(way.lane())
        .setGeneration(way.generation())
        .setOwner(way.owner())
        .setEpoch(way.epoch())
        .build();
  }

  /**
   * Reads a way.
   *
   * @throws IllegalArgumentException if it reaches beyond the space, or is in no lane that there is
   */
  private static Way fromProto(Ownership.Record.Way proto, long spaceSize) {
    VirtualRange range = VirtualRange.of(proto.getFirst(), proto.getEnd());
    if (range.end() > spaceSize || proto.getLane() < 0 || proto.getLane() >= Lane.COUNT) {
      throw new IllegalArgumentException(
          "way to %s in lane %d: the space has %d virtual nodes, and %d lanes"
              .formatted(range, proto.getLane(), spaceSize, Lane.COUNT));
    }
    return new Way(
        range, proto.getLane(), proto.getGeneration(), proto.getOwner(), proto.getEpoch());
  }

  /** A claim as protobuf. */
  public static Ownership.Record.Claim toProto(Claim claim) {
    var proto =
        Ownership.Record.Claim.newBuilder()
            .setFirst(claim.range().first())
            .setEnd(claim.range().end())
            .setEpoch(claim.epoch())
            .setReleased(claim.released());
    Tenure from = claim.takenFrom();
    if (from != null) {
      proto.setTakenFrom(from.owner()).setTakenEpoch(from.epoch());
    }
    return proto.build();
  }

  /**
   * Reads a claim.
   *
   * @throws IllegalArgumentException if it reaches beyond the space
   */
  public static Claim fromProto(Ownership.Record.Claim proto, long spaceSize) {
    VirtualRange range = VirtualRange.of(proto.getFirst(), proto.getEnd());
    if (range.end() > spaceSize) {
      throw new IllegalArgumentException(
          "claim of " + range + " reaches beyond the space of " + spaceSize);
    }
    Tenure from =
        proto.getTakenFrom() == 0 ? null : new Tenure(proto.getTakenFrom(), proto.getTakenEpoch());
    return new Claim(range, proto.getEpoch(), proto.getReleased(), from);
  }
}
