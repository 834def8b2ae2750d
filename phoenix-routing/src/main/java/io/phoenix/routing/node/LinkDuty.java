package io.phoenix.routing.node;

import io.phoenix.api.ResourceName;
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
  private final Refusals refused;

  LinkDuty(NodeCore node) {
    this.node = node;
    refused = node.refusals();
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
        // A neighbour tells all records that it has before the first route: see onLinkUp.
        node.tentative().confirm(nowNs);
      }
      case SEQNO_REQUEST -> {
        SeqnoRequest r = message.getSeqnoRequest();
        node.plausible().check(r.getNode(), r.getSeqno() - 1); // one more than somebody has told
        node.dsdv().onSeqnoRequest(link.peer(), r.getNode(), r.getSeqno(), r.getHops(), nowNs);
      }
      case OWNERSHIP ->
          node.records()
              .onNews(node.gossip().onOwnership(link, message.getOwnership(), nowNs), nowNs);
      case NOTICE -> node.notices().onNotice(link, message.getNotice().getEdition().toByteArray());
      default -> throw new IllegalStateException("onControl of kind=" + message.getKindCase());
    }
    node.drain(nowNs);
  }

  @Override
  public void onData(Link link, DataHeader h, ByteBuffer payload, long nowNs)
      throws BadFrameException {
    boolean isOwn = checkSource(link, h.src, h.hops);
    if (h.dst != node.self()) {
      node.relay().onData(link.peer(), h, payload);
      return;
    }
    boolean allowed = node.flows().onData(link.peer(), h, payload, nowNs);
    if (!allowed && isOwn) {
      throw new BadFrameException("data beyond the credit that it had, or fragments of no message");
    }
    if (!allowed) {
      refused.count("data of node " + ResourceName.format(h.src) + " that broke its bounds");
    }
    node.drain(nowNs);
  }

  @Override
  public void onAck(Link link, AckHeader a, long nowNs) throws BadFrameException {
    checkSource(link, a.src, a.hops);
    if (a.dst == node.self()) {
      node.flows().onAck(a, nowNs);
    } else {
      node.relay().onAck(a);
    }
  }

  @Override
  public void onProbe(Link link, ProbeHeader p, long nowNs) throws BadFrameException {
    checkSource(link, p.src, p.hops);
    if (p.dst == node.self()) {
      node.flows().onProbe(p);
    } else {
      node.relay().onProbe(link.peer(), p);
    }
  }

  /**
   * Who passes a frame on counts its hops, so one without any was made by the neighbour: it must
   * say so. About frames that have passed others nothing can be proved, and no link is lost.
   *
   * @return whether the neighbour has made it
   */
  private static boolean checkSource(Link link, long src, int hops) throws BadFrameException {
    if (hops == 0 && src != link.peer()) {
      throw new BadFrameException("a frame of its own in the name of " + ResourceName.format(src));
    }
    return hops == 0;
  }
}
