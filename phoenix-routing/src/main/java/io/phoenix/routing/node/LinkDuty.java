package io.phoenix.routing.node;

import io.phoenix.routing.dsdv.RouteEntry;
import io.phoenix.routing.link.Link;
import io.phoenix.routing.link.LinkEvents;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Routes;
import io.phoenix.routing.wire.proto.SeqnoRequest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What a node does when its links tell something: frames for others go on, the rest goes up. */
final class LinkDuty implements LinkEvents {
  private final NodeCore node;

  LinkDuty(NodeCore node) {
    this.node = node;
  }

  @Override
  public void onLinkUp(Link link, long nowNs) {
    node.notices().onLinkUp(link);
    node.gossip().onLinkUp(link);
    node.mesh().onLinkUp(link.peer(), link.isSpare(), link.isDialledHere(), nowNs);
    node.dsdv().onNeighbourUp(link.peer(), link.rttNs(), nowNs);
    node.drain(nowNs);
  }

  @Override
  public boolean welcomesSpare(long peer) {
    return node.mesh().welcomes(peer);
  }

  @Override
  public void onLinkDown(Link link, String reason, long nowNs) {
    node.mesh().onLinkDown(link.peer(), nowNs);
    node.dsdv().onNeighbourDown(link.peer(), nowNs);
    node.drain(nowNs);
  }

  @Override
  public void onLinkCost(Link link, long nowNs) {
    node.dsdv().onNeighbourCost(link.peer(), link.rttNs(), nowNs);
    node.drain(nowNs);
  }

  @Override
  public void onControl(Link link, Control message, long nowNs) throws BadFrameException {
    switch (message.getKindCase()) {
      case ROUTES -> {
        List<RouteEntry> entries = new ArrayList<>();
        for (Routes.Route r : message.getRoutes().getRoutesList()) {
          if (node.plausible().check(r.getNode(), r.getSeqno())) {
            entries.add(new RouteEntry(r.getNode(), r.getSeqno(), r.getMetric()));
          }
        }
        node.dsdv().onRoutes(link.peer(), entries, nowNs);
      }
      case SEQNO_REQUEST -> {
        SeqnoRequest r = message.getSeqnoRequest();
        node.plausible().check(r.getNode(), r.getSeqno() - 1); // one more than somebody has told
        node.dsdv().onSeqnoRequest(link.peer(), r.getNode(), r.getSeqno(), r.getHops(), nowNs);
      }
      case OWNERSHIP ->
          node.onRecords(node.gossip().onOwnership(link, message.getOwnership(), nowNs), nowNs);
      case NOTICE -> node.notices().onNotice(link, message.getNotice().getEdition().toByteArray());
      default -> throw new IllegalStateException("onControl of kind=" + message.getKindCase());
    }
    node.drain(nowNs);
  }

  @Override
  public void onData(Link link, DataHeader h, ByteBuffer payload, long nowNs) {
    if (h.dst == node.self()) {
      node.flows().onData(h, payload, nowNs);
      node.drain(nowNs);
    } else {
      node.relay().onData(h, payload);
    }
  }

  @Override
  public void onAck(Link link, AckHeader a, long nowNs) {
    if (a.dst == node.self()) {
      node.flows().onAck(a, nowNs);
    } else {
      node.relay().onAck(a);
    }
  }

  @Override
  public void onProbe(Link link, ProbeHeader p, long nowNs) {
    if (p.dst == node.self()) {
      node.flows().onProbe(p);
    } else {
      node.relay().onProbe(p);
    }
  }
}
