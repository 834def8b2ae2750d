package io.phoenix.apps.storm;

import io.phoenix.api.Node;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.apps.UserError;
import io.phoenix.routing.runtime.OverlayNode;
import io.phoenix.routing.sim.SimConnection;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.sim.SimWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Nodes in the simulator: virtual time, simulated wires, and the same run for the same seed. */
final class SimulatedWorld implements StormWorld {
  private static final int PORT = 7000;

  /** Each end of a cut connection learns of it within this time, with bytes lost on the way. */
  private static final long UNTOLD_NS = 5_000_000;

  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

  private final SimWorld world;
  private final List<StormMember> members = new ArrayList<>();
  private final List<ResourceName> names = new ArrayList<>();

  SimulatedWorld(StormSettings settings, Topology topology) {
    world = new SimWorld(settings.seed());
    List<Topology.Edge> edges = topology.edges(settings.nodes(), settings.seed());
    for (int i = 0; i < settings.nodes(); i++) {
      SimHost host = world.network().addHost("node" + i);
      int self = i;
      List<Port> ports =
          edges.stream()
              .filter(edge -> edge.from() == self)
              .map(edge -> new Port("node" + edge.to(), PORT))
              .toList();
      Node node =
          OverlayNode.open(
              StormSettings.nodeConfig()
                  .withListen(new Port(host.address(), PORT))
                  .withPorts(ports),
              host.loop(),
              host.transport(),
              world.random("node", i),
              null);
      names.add(node.resourceName());
      members.add(new StormNode(node, i, settings, () -> cutLinks(host)));
    }
  }

  private void cutLinks(SimHost host) {
    for (SimConnection connection : List.copyOf(world.network().connections())) {
      if (connection.isOpen() && (connection.from() == host || connection.to() == host)) {
        connection.cut(UNTOLD_NS);
      }
    }
  }

  @Override
  public List<StormMember> members() {
    return members;
  }

  @Override
  public List<ResourceName> names() {
    return names;
  }

  @Override
  public long nowNs() {
    return world.nowNs();
  }

  @Override
  public void pass(Duration time) {
    world.runFor(time.toNanos());
  }

  @Override
  public <T> T await(CompletableFuture<T> answer) {
    long deadlineNs = world.nowNs() + ANSWER_TIMEOUT.toNanos();
    while (!answer.isDone()) {
      if (world.nowNs() > deadlineNs || !world.step()) {
        throw new UserError("a simulated node does not answer", "run it again with the same seed");
      }
    }
    return answer.join();
  }

  @Override
  public void close() {}
}
