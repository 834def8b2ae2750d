package io.phoenix.routing.log;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.phoenix.api.Message;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.flow.Positions;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.Way;
import io.phoenix.routing.node.Baggage;
import io.phoenix.routing.node.LaneParcel;
import io.phoenix.routing.node.Records;
import io.phoenix.routing.wire.proto.FlowPositions;
import io.phoenix.routing.wire.proto.LoggedContact;
import io.phoenix.routing.wire.proto.LoggedDoubt;
import io.phoenix.routing.wire.proto.LoggedFlow;
import io.phoenix.routing.wire.proto.LoggedMessage;
import io.phoenix.routing.wire.proto.LoggedParcel;
import io.phoenix.routing.wire.proto.LoggedWay;
import io.phoenix.routing.world.Whereabouts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The format of a leave log: a magic number, the length and the checksum of what follows, and then
 * {@link Baggage} as protobuf. A log that was cut short or damaged is recognised as such.
 */
public final class LeaveLog {
  private static final long MAGIC = 0x50_48_4E_58_4C_4F_47_31L; // "PHNXLOG1"
  private static final int HEADER_BYTES = Long.BYTES + Integer.BYTES + Integer.BYTES;

  private LeaveLog() {}

  /** Writes a log. */
  public static byte[] encode(Baggage baggage, NodeConfig config) {
    var proto =
        io.phoenix.routing.wire.proto.LeaveLog.newBuilder()
            .setApplication(config.application())
            .setSpaceSize(config.spaceSize())
            .addAllNames(baggage.names())
            .setSecret(baggage.secret())
            .addAllSuccessions(baggage.successions())
            .setState(baggage.state());
    baggage.claims().forEach(c -> proto.addClaims(Records.toProto(c)));
    baggage.mailbox().forEach(m -> proto.addMailbox(toProto(m)));
    baggage.held().forEach(p -> proto.addHeld(toProto(p.lane(), p.parcel())));
    baggage.ways().forEach(w -> proto.addWays(toProto(w)));
    baggage.flows().forEach(f -> proto.addFlows(toProto(f)));
    baggage.contacts().forEach(c -> proto.addContacts(toProto(c)));
    byte[] body = proto.build().toByteArray();
    return ByteBuffer.allocate(HEADER_BYTES + body.length)
        .putLong(MAGIC)
        .putInt(body.length)
        .putInt(checksum(body))
        .put(body)
        .array();
  }

  /**
   * Reads a log.
   *
   * @throws DamagedLogException if it is damaged or another application's
   */
  public static Baggage decode(byte[] log, NodeConfig config) {
    ByteBuffer in = ByteBuffer.wrap(log);
    if (in.remaining() < HEADER_BYTES || in.getLong() != MAGIC) {
      throw new DamagedLogException("this is not a leave log, or its beginning is damaged");
    }
    int length = in.getInt();
    int checksum = in.getInt();
    if (in.remaining() != length) {
      throw new DamagedLogException(
          "the leave log is cut short or damaged: it should have "
              + length
              + " bytes after its header, but has "
              + in.remaining());
    }
    byte[] body = new byte[length];
    in.get(body);
    if (checksum(body) != checksum) {
      throw new DamagedLogException("the leave log is damaged: its checksum does not fit");
    }
    try {
      return fromProto(io.phoenix.routing.wire.proto.LeaveLog.parseFrom(body), config);
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw new DamagedLogException("the leave log is damaged: " + e.getMessage(), e);
    }
  }

  private static Baggage fromProto(
      io.phoenix.routing.wire.proto.LeaveLog proto, NodeConfig config) {
    if (!proto.getApplication().equals(config.application())
        || proto.getSpaceSize() != config.spaceSize()) {
      throw new DamagedLogException(
          "the leave log is of application '%s' with a space of %d, not of '%s' with %d"
              .formatted(
                  proto.getApplication(),
                  proto.getSpaceSize(),
                  config.application(),
                  config.spaceSize()));
    }
    LogCheck.check(proto, config);
    List<Claim> claims = new ArrayList<>();
    proto.getClaimsList().forEach(c -> claims.add(Records.fromProto(c, config.spaceSize())));
    List<Message> mailbox = new ArrayList<>();
    proto.getMailboxList().forEach(m -> mailbox.add(fromProto(m)));
    List<LaneParcel> held = new ArrayList<>();
    proto.getHeldList().forEach(p -> held.add(new LaneParcel(p.getLane(), fromProto(p))));
    List<Way> ways = new ArrayList<>();
    proto.getWaysList().forEach(w -> ways.add(fromProto(w)));
    List<Baggage.OldFlow> flows = new ArrayList<>();
    proto.getFlowsList().forEach(f -> flows.add(fromProto(f)));
    return new Baggage(
        proto.getNamesList(),
        claims,
        mailbox,
        held,
        ways,
        flows,
        proto.getSecret(),
        proto.getSuccessionsList(),
        proto.getContactsList().stream().map(LeaveLog::fromProto).toList(),
        proto.getState());
  }

  private static LoggedContact toProto(Baggage.Contact c) {
    return LoggedContact.newBuilder()
        .setNode(c.node())
        .setLan(c.where().lan())
        .addAllPorts(c.where().ports().stream().map(Port::toString).toList())
        .build();
  }

  private static Baggage.Contact fromProto(LoggedContact c) {
    List<Port> ports = c.getPortsList().stream().map(Port::parse).toList();
    return new Baggage.Contact(c.getNode(), new Whereabouts(c.getLan(), ports));
  }

  private static LoggedMessage toProto(Message m) {
    return LoggedMessage.newBuilder()
        .setFrom(m.from())
        .setTo(m.to())
        .setTag(m.tag())
        .setPayload(UnsafeByteOperations.unsafeWrap(m.payload()))
        .build();
  }

  private static Message fromProto(LoggedMessage m) {
    return new Message(m.getFrom(), m.getTo(), m.getTag(), m.getPayload().toByteArray());
  }

  private static LoggedParcel toProto(int lane, Parcel p) {
    return LoggedParcel.newBuilder()
        .setMessage(toProto(p.message()))
        .setKind(p.kind())
        .setLane(lane)
        .setGeneration(p.generation())
        .build();
  }

  private static Parcel fromProto(LoggedParcel p) {
    return new Parcel(fromProto(p.getMessage()), p.getKind(), p.getGeneration(), false);
  }

  private static LoggedWay toProto(Way w) {
    return LoggedWay.newBuilder()
        .setFirst(w.range().first())
        .setEnd(w.range().end())
        .setLane(w.lane())
        .setGeneration(w.generation())
        .setOwner(w.owner())
        .setEpoch(w.epoch())
        .build();
  }

  private static Way fromProto(LoggedWay w) {
    return new Way(
        VirtualRange.of(w.getFirst(), w.getEnd()),
        w.getLane(),
        w.getGeneration(),
        w.getOwner(),
        w.getEpoch());
  }

  private static LoggedFlow toProto(Baggage.OldFlow f) {
    var proto =
        LoggedFlow.newBuilder()
            .setSelf(f.self())
            .setPeer(f.peer())
            .setAccepted(
                FlowPositions.newBuilder()
                    .setBulk(f.accepted().bulk())
                    .setUrgent(f.accepted().urgent()));
    for (Baggage.Doubt d : f.doubts()) {
      var doubt = LoggedDoubt.newBuilder().setLane(d.lane()).setFirstSeq(d.firstSeq());
      d.parcels().forEach(p -> doubt.addParcels(toProto(d.lane(), p)));
      proto.addDoubts(doubt);
    }
    return proto.build();
  }

  private static Baggage.OldFlow fromProto(LoggedFlow f) {
    List<Baggage.Doubt> doubts = new ArrayList<>();
    for (LoggedDoubt d : f.getDoubtsList()) {
      List<Parcel> parcels = d.getParcelsList().stream().map(LeaveLog::fromProto).toList();
      doubts.add(new Baggage.Doubt(d.getLane(), d.getFirstSeq(), parcels));
    }
    Positions accepted = new Positions(f.getAccepted().getBulk(), f.getAccepted().getUrgent());
    return new Baggage.OldFlow(f.getSelf(), f.getPeer(), accepted, doubts);
  }

  private static int checksum(byte[] body) {
    CRC32C crc = new CRC32C();
    crc.update(body);
    return (int) crc.getValue();
  }
}
