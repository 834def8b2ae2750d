package io.phoenix.routing.node;

import io.phoenix.api.Explanation;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.dsdv.Dsdv;
import io.phoenix.routing.names.Piece;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Says what a node knows. */
final class Explainer {
  private Explainer() {}

  static Explanation explain(NodeCore core, long nowNs) {
    Dsdv dsdv = core.dsdv();
    List<Explanation.Route> routes = new ArrayList<>();
    for (long node : dsdv.knownNodes().stream().sorted().toList()) {
      long hop = dsdv.nextHop(node);
      routes.add(
          new Explanation.Route(
              new ResourceName(node),
              hop == 0 ? null : new ResourceName(hop),
              Duration.ofNanos(Math.max(0, dsdv.distanceNs(node))),
              core.flows().unacknowledged(node)));
    }
    List<Explanation.Owner> owners = new ArrayList<>();
    for (Piece piece : core.table().pieces()) {
      owners.add(
          new Explanation.Owner(
              piece.range(),
              piece.owner() == 0 ? null : new ResourceName(piece.owner()),
              piece.epoch(),
              piece.waiting()));
    }
    List<Explanation.Doubt> doubts = new ArrayList<>(core.takeovers().doubts());
    doubts.addAll(core.settlement().doubts());
    return new Explanation(
        new ResourceName(core.self()),
        routes,
        owners,
        core.links().explainPorts(nowNs),
        core.links().explainListeners(),
        core.mesh().explain(),
        doubts);
  }
}
