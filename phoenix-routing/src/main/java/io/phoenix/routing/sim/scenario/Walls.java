package io.phoenix.routing.sim.scenario;

import io.phoenix.api.SshHop;
import io.phoenix.routing.sim.Reach;
import io.phoenix.routing.sim.SimConnection;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.sim.SimNetwork;
import io.phoenix.routing.sim.scenario.Topology.Edge;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Firewalls that come and go between nodes, and the SSH server that carries tunnels through them:
 * so pairs of nodes go up and down the ladder of ways to reach each other.
 */
final class Walls {
  /** The server that everybody's tunnels go through. */
  static final SshHop GATEWAY = SshHop.parse("gateway");

  private final Stage stage;
  private final SimNetwork network;
  private final Chance chance;
  private final List<Runnable> repairs = new ArrayList<>();

  Walls(Stage stage, Chance chance) {
    this.stage = stage;
    this.chance = chance;
    network = stage.world.network();
    if (stage.plan.scenario().hasTunnels()) {
      network.addHost(GATEWAY.host());
    }
  }

  /** Neither of two nodes can dial the other for a while, and what they had dialled is cut. */
  void wall(long durationNs, long untoldNs) {
    if (stage.topology.edges().isEmpty()) {
      return;
    }
    Edge edge = chance.pick(stage.topology.edges());
    SimHost a = stage.actors.get(edge.from()).host();
    SimHost b = stage.actors.get(edge.to()).host();
    Reach reach = chance.oneIn(2) ? Reach.REFUSED : Reach.DROPPED;
    stage.trace().note("a wall between %s and %s: %s", a, b, reach);
    network.reach(a, b, reach);
    network.reach(b, a, reach);
    cut(c -> c.joins(a, b) && !c.isTunnel(), untoldNs);
    repairLater(
        durationNs,
        () -> {
          network.reach(a, b, stage.topology.reach(edge.from(), edge.to()));
          network.reach(b, a, stage.topology.reach(edge.to(), edge.from()));
        });
  }

  /** All tunnels are cut, and no other can be made for a while. */
  void stopGateway(long durationNs, long untoldNs) {
    stage.trace().note("the gateway stops");
    reachGateway(Reach.REFUSED);
    cut(SimConnection::isTunnel, untoldNs);
    repairLater(durationNs, () -> reachGateway(Reach.OPEN));
  }

  private void reachGateway(Reach reach) {
    SimHost gateway = network.hosts().get(0);
    stage.actors.forEach(actor -> network.reach(actor.host(), gateway, reach));
  }

  private void cut(Predicate<SimConnection> which, long untoldNs) {
    List.copyOf(network.connections()).stream().filter(which).forEach(c -> c.cut(untoldNs));
  }

  private void repairLater(long delayNs, Runnable repair) {
    repairs.add(repair);
    stage.world.after(delayNs, repair);
  }

  /** Every way that the topology has is open again. */
  void heal() {
    repairs.forEach(Runnable::run);
  }
}
