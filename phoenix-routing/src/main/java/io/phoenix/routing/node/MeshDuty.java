package io.phoenix.routing.node;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.routing.link.Link;
import io.phoenix.routing.mesh.Mesh;
import io.phoenix.routing.mesh.MeshEffects;
import io.phoenix.routing.mesh.MeshSettings;
import io.phoenix.routing.world.Timers;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What a node does for its mesh. */
final class MeshDuty implements MeshEffects {
  private final NodeCore node;

  MeshDuty(NodeCore node) {
    this.node = node;
  }

  static Mesh meshOf(NodeCore node, NodeConfig config, Timers timers, RandomGenerator random) {
    var settings = new MeshSettings(config.meshLinks(), config.meshBridges(), config.relays());
    return new Mesh(settings, node.self(), timers, random, new MeshDuty(node));
  }

  @Override
  public void dial(long peer, List<Port> ways) {
    node.links()
        .dialSpare(peer, ways, (reason, nowNs) -> node.mesh().onDialEnded(peer, reason, nowNs));
  }

  @Override
  public void drop(long peer, String why, long nowNs) {
    Link link = node.links().link(peer);
    if (link != null) {
      link.close(why, nowNs);
    }
  }

  @Override
  public boolean isLinked(long peer) {
    return node.links().link(peer) != null;
  }

  @Override
  public @Nullable Port dialledAs(long peer) {
    Link link = node.links().link(peer);
    return link == null ? null : link.dialledAs();
  }

  @Override
  public boolean hasWay(long peer) {
    return node.nextHop(peer) != 0;
  }
}
