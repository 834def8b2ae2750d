package io.phoenix.routing.wire;

import com.google.protobuf.ByteString;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.wire.proto.Bye;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Notice;
import io.phoenix.routing.wire.proto.Ownership;
import io.phoenix.routing.wire.proto.Ping;
import io.phoenix.routing.wire.proto.Pong;
import io.phoenix.routing.wire.proto.Refuse;
import io.phoenix.routing.wire.proto.Routes;
import io.phoenix.routing.wire.proto.SeqnoRequest;
import io.phoenix.routing.world.Bulletin;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Makes control messages and checks those of a peer. Long lists are cut into several messages, so
 * that none holds up a link for long; each entry stands for itself, so the cuts have no meaning.
 */
public final class Controls {
  /** A list goes on in another message once this is reached. */
  public static final int SPLIT_BYTES = 256 << 10;

  /** The most entries taken in one list: more than {@link #SPLIT_BYTES} can hold of them. */
  public static final int MAX_ENTRIES = 32 << 10;

  /** The longest text shown or sent to people. */
  public static final int MAX_TEXT = 500;

  /** The most ports that a node tells of itself. */
  public static final int MAX_PORTS = 8;

  /** The longest text of a port. */
  public static final int MAX_PORT_TEXT = 200;

  /** The most SSH servers on the way to a port. */
  private static final int MAX_HOPS = 4;

  /** The most flows of which a last record says how far they were accepted. */
  public static final int MAX_ACCEPTED = 4096;

  // Of an entry in a list: its tag and its length, of which 3 bytes do up to 2^21.
  private static final int ENTRY_OVERHEAD = 4;

  private Controls() {}

  /** A test of the link, which {@link #pong} answers at once. */
  public static Control ping(long nonce) {
    return Control.newBuilder().setPing(Ping.newBuilder().setNonce(nonce)).build();
  }

  /** The answer to {@link #ping}. */
  public static Control pong(long nonce) {
    return Control.newBuilder().setPong(Pong.newBuilder().setNonce(nonce)).build();
  }

  /** The answer to a Hello that does not fit. */
  public static Control refuse(String reason) {
    return Control.newBuilder().setRefuse(Refuse.newBuilder().setReason(printable(reason))).build();
  }

  /** The end of a link; {@code duplicate} if another one takes its place. */
  public static Control bye(String reason, boolean duplicate) {
    var bye = Bye.newBuilder().setReason(printable(reason)).setDuplicate(duplicate);
    return Control.newBuilder().setBye(bye).build();
  }

  /** Asks for a newer sequence number of {@code node}. */
  public static Control seqnoRequest(long node, long seqno, int hops) {
    var request = SeqnoRequest.newBuilder().setNode(node).setSeqno(seqno).setHops(hops);
    return Control.newBuilder().setSeqnoRequest(request).build();
  }

  /** One entry for {@link #routes}. */
  public static Routes.Route route(long node, long seqno, int metric) {
    return Routes.Route.newBuilder().setNode(node).setSeqno(seqno).setMetric(metric).build();
  }

  /** Advertises routes, in as many messages as it takes. */
  public static List<Control> routes(List<Routes.Route> routes) {
    return split(
        routes,
        Routes.Route::getSerializedSize,
        part -> Control.newBuilder().setRoutes(Routes.newBuilder().addAllRoutes(part)).build());
  }

  /**
   * Tells who assumes what, in as many messages as it takes; a record is never cut.
   *
   * @throws IllegalArgumentException if a record alone is too long for a message
   */
  public static List<Control> ownership(List<Ownership.Record> records) {
    for (Ownership.Record r : records) {
      if (r.getSerializedSize() > Frames.MAX_CONTROL - 2 * ENTRY_OVERHEAD) {
        throw new IllegalArgumentException(
            ResourceName.format(r.getNode())
                + " assumes "
                + r.getClaimsCount()
                + " separate ranges: too many for one message");
      }
    }
    return split(
        records,
        Ownership.Record::getSerializedSize,
        part ->
            Control.newBuilder().setOwnership(Ownership.newBuilder().addAllRecords(part)).build());
  }

  /** Passes on an edition of the {@link Bulletin}. */
  public static Control notice(byte[] edition) {
    var notice = Notice.newBuilder().setEdition(ByteString.copyFrom(edition));
    return Control.newBuilder().setNotice(notice).build();
  }

  private static <T> List<Control> split(
      List<T> entries, Function<T, Integer> size, Function<List<T>, Control> message) {
    List<Control> messages = new ArrayList<>();
    int start = 0;
    int bytes = 0;
    for (int i = 0; i < entries.size(); i++) {
      int entryBytes = size.apply(entries.get(i)) + ENTRY_OVERHEAD;
      boolean full = bytes + entryBytes > SPLIT_BYTES || i - start == MAX_ENTRIES;
      if (full && i > start) {
        messages.add(message.apply(entries.subList(start, i)));
        start = i;
        bytes = 0;
      }
      bytes += entryBytes;
    }
    if (start < entries.size()) {
      messages.add(message.apply(entries.subList(start, entries.size())));
    }
    return messages;
  }

  /** Checks every bound that the cores above rely on. */
  public static void check(Control message) throws BadFrameException {
    switch (message.getKindCase()) {
      case HELLO -> {
        checkNode(message.getHello().getName());
        require(message.getHello().getDial() >= 0, "dial number above 2^63");
      }
      case ROUTES -> {
        require(message.getRoutes().getRoutesCount() <= MAX_ENTRIES, "too many routes");
        for (Routes.Route r : message.getRoutes().getRoutesList()) {
          checkNode(r.getNode());
          require(r.getSeqno() >= 0, "sequence number above 2^63");
        }
      }
      case SEQNO_REQUEST -> {
        checkNode(message.getSeqnoRequest().getNode());
        require(message.getSeqnoRequest().getSeqno() >= 0, "sequence number above 2^63");
        require(message.getSeqnoRequest().getHops() >= 0, "hop count above 2^31");
      }
      case OWNERSHIP -> {
        require(message.getOwnership().getRecordsCount() <= MAX_ENTRIES, "too many records");
        for (Ownership.Record r : message.getOwnership().getRecordsList()) {
          checkRecord(r);
        }
      }
      case NOTICE ->
          require(
              message.getNotice().getEdition().size() <= Bulletin.MAX_BYTES, "too long a notice");
      case KIND_NOT_SET -> throw new BadFrameException("control message of an unknown kind");
      case PING, PONG, BYE, REFUSE -> {} // nothing in them can be wrong
    }
  }

  /**
   * Checks that no claim or way reaches beyond the space, which is known only after the handshake.
   */
  public static void checkWithin(Ownership message, long spaceSize) throws BadFrameException {
    for (Ownership.Record r : message.getRecordsList()) {
      for (Ownership.Record.Claim c : r.getClaimsList()) {
        require(c.getEnd() <= spaceSize, "claim beyond the space of " + spaceSize);
      }
      for (Ownership.Record.Way w : r.getWaysList()) {
        require(w.getEnd() <= spaceSize, "way beyond the space of " + spaceSize);
      }
    }
  }

  /** Checks a record but for the space, which {@link #checkWithin} does. */
  public static void checkRecord(Ownership.Record r) throws BadFrameException {
    checkNode(r.getNode());
    require(r.getVersion() >= 0, "version above 2^63");
    for (int i = 0; i < r.getFormerCount(); i++) {
      checkNode(r.getFormer(i));
    }
    for (Ownership.Record.Claim c : r.getClaimsList()) {
      require(
          c.getFirst() >= 0 && c.getFirst() < c.getEnd() && c.getEpoch() >= 0,
          "claim that is empty or negative");
      require(c.getReleased() || !r.getLeft(), "claim of a node that has left");
      if (c.getTakenFrom() != 0) {
        checkNode(c.getTakenFrom());
        require(c.getTakenEpoch() > 0, "claim to a range that was taken over at no epoch");
      }
    }
    for (Ownership.Record.Way w : r.getWaysList()) {
      checkNode(w.getOwner());
      require(
          w.getFirst() >= 0 && w.getFirst() < w.getEnd() && w.getLane() >= 0 && w.getLane() <= 1,
          "way that leads nowhere, or in no lane");
      require(w.getGeneration() != 0 && w.getEpoch() > 0, "way at no epoch");
    }
    checkWhereabouts(r.getLan(), r.getPortsList());
    require(r.getAcceptedCount() <= MAX_ACCEPTED, "too many accepted flows");
    require(r.getTold() || r.getAcceptedCount() == 0, "accepted flows of a node that may return");
    for (Ownership.Record.Accepted a : r.getAcceptedList()) {
      checkNode(a.getSource());
      require(a.getBulk() >= 0 && a.getUrgent() >= 0, "position above 2^63");
      require(
          a.getDestination() == r.getNode() || r.getFormerList().contains(a.getDestination()),
          "what another node accepted");
    }
  }

  /**
   * Checks where a node says that it is.
   *
   * @throws BadFrameException if the LAN's name is too long, there are too many ports, or one
   *     cannot be dialled
   */
  public static void checkWhereabouts(String lan, List<String> ports) throws BadFrameException {
    require(lan.length() <= NodeConfig.MAX_LAN, "a LAN's name of " + lan.length() + " characters");
    require(ports.size() <= MAX_PORTS, ports.size() + " ports of one node");
    for (String port : ports) {
      checkPort(port);
    }
  }

  /** A port that can be dialled, in words that can be shown to people as they are. */
  private static void checkPort(String text) throws BadFrameException {
    require(
        text.length() <= MAX_PORT_TEXT && text.chars().allMatch(c -> c >= ' ' && c < 127),
        "a port that is too long, or not made of printable ASCII");
    Port port;
    try {
      port = Port.parse(text);
    } catch (IllegalArgumentException e) {
      throw new BadFrameException("control message with a port that is none: " + e.getMessage());
    }
    require(
        port.port() > 0 && port.host().indexOf(' ') < 0 && port.via().size() <= MAX_HOPS,
        "a port that cannot be dialled");
  }

  private static void checkNode(long name) throws BadFrameException {
    if (!ResourceName.isResourceName(name)) {
      throw new BadFrameException("control message names " + name + ", which is no node's name");
    }
  }

  private static void require(boolean condition, String violation) throws BadFrameException {
    if (!condition) {
      throw new BadFrameException("control message with " + violation);
    }
  }

  /** A peer's text as it may be logged: one line, of bounded length, without control characters. */
  public static String printable(String text) {
    String cut = text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
    if (cut.codePoints().noneMatch(Character::isISOControl)) {
      return cut;
    }
    var clean = new StringBuilder(cut);
    for (int i = 0; i < clean.length(); i++) {
      if (Character.isISOControl(clean.charAt(i))) {
        clean.setCharAt(i, '?');
      }
    }
    return clean.toString();
  }
}
