package io.phoenix.routing.flow;

import io.phoenix.api.Message;
import io.phoenix.api.Port;
import io.phoenix.routing.link.Link;
import io.phoenix.routing.link.LinkEvents;
import io.phoenix.routing.link.LinkSettings;
import io.phoenix.routing.link.Links;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Control;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A node that consists of links and flows, in a simulated world. A script may lose frames that have
 * come in, as a relay would have lost them on the way.
 */
final class FlowPeer implements LinkEvents, FlowEvents {
  private static final long MS = 1_000_000;

  /** A data frame that came in, be it for this node or another. */
  record Frame(long dst, int lane, long seq) {}

  /** What came out of a flow. */
  record Arrival(long peer, int lane, Message message, int kind, long epoch) {}

  final long name;
  final SimHost host;
  final Links links;
  final Flows flows;
  final List<Arrival> arrivals = new ArrayList<>();
  final List<Message> accepted = new ArrayList<>();
  final List<String> heard = new ArrayList<>();

  final List<Frame> frames = new ArrayList<>();

  /** The neighbour that leads to nodes that are none; 0 if there is no way to them. */
  long gateway;

  /** What frames in the bulk lane for this node cost. */
  long bulkBytesIn;

  /** The credit that was last heard of, of the bulk lane. */
  long bulkCredit;

  boolean intakeFull;

  /** Which frames are lost before this node sees them. */
  Predicate<DataHeader> losesData = h -> false;

  Predicate<AckHeader> losesAck = a -> false;
  Predicate<ProbeHeader> losesProbe = p -> false;

  /** How often each data frame comes in. */
  int copies = 1;

  FlowPeer(SimHost host, long name) {
    this.host = host;
    this.name = name;
    links =
        new Links(
            LinkSettings.of("app", 1000, name, 1000 * MS, 5000 * MS),
            host.transport(),
            host.loop(),
            host.loop().random(),
            this,
            host.transport().notary().newName(() -> name)::passport);
    flows =
        new Flows(
            name,
            (delayNs, action) ->
                host.loop()
                    .set(
                        delayNs,
                        nowNs -> {
                          action.accept(nowNs);
                          links.pump(nowNs);
                        }),
            this);
    links.listen(new Port(host.address(), 7000), host.loop().nowNs());
  }

  void dial(FlowPeer other) {
    links.addPort(new Port(other.host.address(), 7000), host.loop().nowNs());
  }

  void send(FlowPeer to, int lane, Parcel parcel, long epoch) {
    send(to.name, lane, parcel, epoch);
  }

  void send(long to, int lane, Parcel parcel, long epoch) {
    flows.send(to, lane, parcel, epoch, host.loop().nowNs());
    links.pump(host.loop().nowNs());
  }

  void openIntake() {
    intakeFull = false;
    flows.onIntakeOpen();
    links.pump(host.loop().nowNs());
  }

  @Override
  public void onLinkUp(Link link, long nowNs) {
    flows.onWayChanged(link.peer(), nowNs);
  }

  @Override
  public void onLinkDown(Link link, String reason, long nowNs) {
    flows.onWayChanged(link.peer(), nowNs);
  }

  @Override
  public void onLinkCost(Link link, long nowNs) {}

  @Override
  public void onControl(Link link, Control message, long nowNs) {}

  @Override
  public void onData(Link link, DataHeader h, ByteBuffer payload, long nowNs) {
    frames.add(new Frame(h.dst, h.lane, h.seq));
    if (h.dst != name) {
      return; // nothing is passed on
    }
    heard.add("data " + h.seq);
    bulkBytesIn += h.lane == Lane.BULK ? payload.remaining() + Lane.FRAME_OVERHEAD : 0;
    if (losesData.test(h)) {
      return;
    }
    for (int i = 0; i < copies; i++) {
      flows.onData(h, payload.duplicate(), nowNs);
    }
  }

  @Override
  public void onAck(Link link, AckHeader a, long nowNs) {
    heard.add("ack " + a.ackSeq + (a.gap ? " gap" : "") + (a.nonce != 0 ? " probed" : ""));
    bulkCredit = a.lane == Lane.BULK ? a.creditBytes : bulkCredit;
    if (!losesAck.test(a)) {
      flows.onAck(a, nowNs);
    }
  }

  @Override
  public void onProbe(Link link, ProbeHeader p, long nowNs) {
    heard.add("probe");
    if (!losesProbe.test(p)) {
      flows.onProbe(p);
    }
  }

  @Override
  public void onMessage(long peer, int lane, Message message, int kind, long epoch, long nowNs) {
    arrivals.add(new Arrival(peer, lane, message, kind, epoch));
  }

  @Override
  public void onAccepted(Message message) {
    accepted.add(message);
  }

  @Override
  public void onAway(long deltaBytes) {}

  @Override
  public boolean isIntakeFull() {
    return intakeFull;
  }

  @Override
  public @Nullable Link linkTo(long node) {
    Link link = links.link(node);
    return link != null || gateway == 0 ? link : links.link(gateway);
  }

  @Override
  public long roundTripNs(long node) {
    Link link = links.link(node);
    return link == null ? 0 : link.rttNs();
  }
}
