package io.phoenix.routing.node;

import io.phoenix.routing.dsdv.DsdvEffects;
import io.phoenix.routing.dsdv.RouteEntry;
import io.phoenix.routing.link.Link;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Routes;
import java.util.List;

/** What a node does when routing asks for something, or has found or lost a way. */
final class RouteDuty implements DsdvEffects {
  private final NodeCore node;

  RouteDuty(NodeCore node) {
    this.node = node;
  }

  @Override
  public void sendRoutes(long neighbour, List<RouteEntry> routes) {
    node.records().keepNumberPlausible();
    Link link = node.links().link(neighbour);
    if (link == null) {
      return; // it went down while routing was at work; routing will be told
    }
    List<Routes.Route> entries =
        routes.stream().map(r -> Controls.route(r.node(), r.seqno(), r.metric())).toList();
    for (Control message : Controls.routes(entries)) {
      link.sendControl(message);
    }
  }

  @Override
  public void sendSeqnoRequest(long neighbour, long about, long seqno, int hops) {
    Link link = node.links().link(neighbour);
    if (link != null) {
      link.sendControl(Controls.seqnoRequest(about, seqno, hops));
    }
  }

  @Override
  public void onRouteChanged(long changed, long nextHop, long nowNs) {
    node.mesh().onWay(changed, nextHop != 0, nowNs);
    node.flows().onWayChanged(changed, nowNs);
    node.relay().onWayChanged(changed);
    node.out().onAway(0);
    if (nextHop == 0 && node.flows().isOpen(changed)) {
      node.later(now -> node.takeovers().onUnreachable(changed, now)); // routing is still at work
    }
    if (nextHop != 0) {
      boolean wasForgotten = node.tombstones().onPresent(changed);
      node.takeovers().onReachable(changed);
      boolean wasGivenUp = node.absences().onReachable(changed);
      if (wasGivenUp) {
        node.mail().retryAll(nowNs);
      }
      if (wasGivenUp || wasForgotten) {
        node.records().publishSoon();
      }
    }
  }

  @Override
  public void onForgotten(long forgotten, long nowNs) {
    node.giveUp(forgotten, nowNs);
  }
}
