package io.phoenix.routing.log;

import io.phoenix.api.Message;
import io.phoenix.api.NodeConfig;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.names.Fence;
import io.phoenix.routing.names.WayMark;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.proto.LeaveLog;
import io.phoenix.routing.wire.proto.LoggedContact;
import io.phoenix.routing.wire.proto.LoggedDoubt;
import io.phoenix.routing.wire.proto.LoggedFlow;
import io.phoenix.routing.wire.proto.LoggedMessage;
import io.phoenix.routing.wire.proto.LoggedParcel;
import io.phoenix.routing.wire.proto.LoggedWay;
import io.phoenix.routing.wire.proto.Ownership;
import java.util.List;

/**
 * Checks each field of a leave log, as those of a peer's record are: a checksum tells of damage,
 * and not of who wrote it. What is wrong is named by its path, as {@code held[3].lane=9}.
 */
final class LogCheck {
  /**
   * More kinds than there are; a kind that this version does not know is nobody's business here.
   */
  private static final int MOST_KIND = 63;

  private final long space;

  private LogCheck(long space) {
    this.space = space;
  }

  /**
   * Checks a log of this application.
   *
   * @throws IllegalArgumentException which names the first field that is wrong
   */
  static void check(LeaveLog log, NodeConfig config) {
    var check = new LogCheck(config.spaceSize());
    each("names", log.getNamesList(), LogCheck::name);
    each("claims", log.getClaimsList(), check::claim);
    each("mailbox", log.getMailboxList(), check::message);
    each("held", log.getHeldList(), check::parcel);
    each("ways", log.getWaysList(), check::way);
    each("flows", log.getFlowsList(), check::flow);
    each("contacts", log.getContactsList(), LogCheck::contact);
  }

  /** Checks one element of a list, which is at that path. */
  private interface Check<T> {
    void at(String path, T element);
  }

  private static <T> void each(String path, List<T> list, Check<T> check) {
    for (int i = 0; i < list.size(); i++) {
      check.at(path + "[" + i + "]", list.get(i));
    }
  }

  private static void require(boolean condition, String field, long value, String must) {
    if (!condition) {
      throw new IllegalArgumentException(field + "=" + value + " must be " + must);
    }
  }

  /** Names of nodes are outside of the space. */
  private static void name(String field, long name) {
    require(name < 0, field, name, "the name of a node, which is negative");
  }

  private static void count(String field, long value) {
    require(value >= 0, field, value, "at least 0");
  }

  private static void lane(String field, int lane) {
    require(lane >= 0 && lane < Lane.COUNT, field, lane, "in 0.." + (Lane.COUNT - 1));
  }

  private void range(String path, long first, long end) {
    require(first >= 0 && first < space, path + ".first", first, "in the space of " + space);
    require(end > first && end <= space, path + ".end", end, "above first and in the space");
  }

  private void claim(String path, Ownership.Record.Claim claim) {
    range(path, claim.getFirst(), claim.getEnd());
    count(path + ".epoch", claim.getEpoch());
  }

  private void message(String path, LoggedMessage message) {
    name(path + ".from", message.getFrom());
    require(message.getTo() < space, path + ".to", message.getTo(), "in the space, or a name");
    int length = message.getPayload().size();
    require(length <= NodeConfig.MAX_PAYLOAD, path + ".payload", length, "shorter");
  }

  private void parcel(String path, LoggedParcel parcel) {
    message(path + ".message", parcel.getMessage());
    int kind = parcel.getKind();
    require(kind >= 0 && kind <= MOST_KIND, path + ".kind", kind, "in 0.." + MOST_KIND);
    contents(path + ".message.payload", kind, parcel.getMessage());
    lane(path + ".lane", parcel.getLane());
    generation(path + ".generation", parcel.getGeneration());
  }

  /** What is said among nodes, and not among applications, is read when the node returns. */
  private void contents(String path, int kind, LoggedMessage logged) {
    var message =
        new Message(logged.getFrom(), logged.getTo(), 0, logged.getPayload().toByteArray());
    try {
      if (kind == Kind.FENCE) {
        Fence fence = Fence.of(message);
        lane(path + ".lane", fence.lane());
        range(path, fence.range().first(), fence.range().end());
      } else if (kind == Kind.WAY) {
        WayMark.of(message, space);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
    }
  }

  /** Below 0, it is that of messages which were delivered and not received. */
  private static void generation(String path, long generation) {
    require(generation > Parcel.UNRECEIVED, path, generation, "an epoch, or minus one");
  }

  private void way(String path, LoggedWay way) {
    range(path, way.getFirst(), way.getEnd());
    lane(path + ".lane", way.getLane());
    generation(path + ".generation", way.getGeneration());
    require(way.getOwner() <= 0, path + ".owner", way.getOwner(), "a name, or 0");
    count(path + ".epoch", way.getEpoch());
  }

  private void flow(String path, LoggedFlow flow) {
    name(path + ".self", flow.getSelf());
    name(path + ".peer", flow.getPeer());
    count(path + ".accepted.bulk", flow.getAccepted().getBulk());
    count(path + ".accepted.urgent", flow.getAccepted().getUrgent());
    each(path + ".doubts", flow.getDoubtsList(), this::doubt);
  }

  private static void contact(String path, LoggedContact contact) {
    name(path + ".node", contact.getNode());
    try {
      Controls.checkWhereabouts(contact.getLan(), contact.getPortsList());
    } catch (BadFrameException e) {
      throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
    }
  }

  private void doubt(String path, LoggedDoubt doubt) {
    lane(path + ".lane", doubt.getLane());
    count(path + ".first_seq", doubt.getFirstSeq());
    each(path + ".parcels", doubt.getParcelsList(), this::parcel);
  }
}
