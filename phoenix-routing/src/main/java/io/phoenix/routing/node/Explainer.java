package io.phoenix.routing.node;

import io.phoenix.api.Explanation;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.dsdv.Dsdv;
import io.phoenix.routing.flow.Flows;
import io.phoenix.routing.link.Links;
import io.phoenix.routing.mesh.Mesh;
import io.phoenix.routing.names.NameTable;
import io.phoenix.routing.names.Piece;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Says what a node knows. */
final class Explainer {
  private Explainer() {}

  static Explanation explain(
      long self,
      Dsdv dsdv,
      Flows flows,
      NameTable table,
      Links links,
      Mesh mesh,
      Takeovers takeovers,
      long nowNs) {
    List<Explanation.Route> routes = new ArrayList<>();
    for (long node : dsdv.knownNodes().stream().sorted().toList()) {
      long hop = dsdv.nextHop(node);
      routes.add(
          new Explanation.Route(
              new ResourceName(node),
              hop == 0 ? null : new ResourceName(hop),
              Duration.ofNanos(Math.max(0, dsdv.distanceNs(node))),
              flows.unacknowledged(node)));
    }
    List<Explanation.Owner> owners = new ArrayList<>();
    for (Piece piece : table.pieces()) {
      owners.add(
          new Explanation.Owner(
              piece.range(),
              piece.owner() == 0 ? null : new ResourceName(piece.owner()),
              piece.epoch(),
              piece.waiting()));
    }
    return new Explanation(
        new ResourceName(self),
        routes,
        owners,
        links.explainPorts(nowNs),
        links.explainListeners(),
        mesh.explain(),
        takeovers.doubts());
  }
}
