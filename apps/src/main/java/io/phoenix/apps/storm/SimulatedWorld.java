package io.phoenix.apps.storm;

import io.phoenix.api.LeaveReport;
import io.phoenix.api.Port;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.routing.runtime.Leaving;
import io.phoenix.routing.runtime.OverlayNode;
import io.phoenix.routing.sim.SimConnection;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.sim.SimWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Nodes in the simulator: virtual time, simulated wires, and the same run for the same seed. */
final class SimulatedWorld extends LinkedWorld {
  private static final int PORT = 7000;

  /** Each end of a cut connection learns of it within this time, with bytes lost on the way. */
  private static final long UNTOLD_NS = 5_000_000;

  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  private final StormSettings settings;
  private final SimWorld world;
  private final List<OverlayNode> nodes = new ArrayList<>();

  SimulatedWorld(StormSettings settings, Topology topology) {
    super(settings, topology);
    this.settings = settings;
    world = new SimWorld(settings.seed());
    startAll();
  }

  @Override
  CompletableFuture<StormMember> start(int index, List<Integer> neighbours) {
    SimHost host = world.network().addHost("node" + index);
    OverlayNode node =
        OverlayNode.open(
            StormSettings.nodeConfig()
                .withListen(new Port(host.address(), PORT))
                .withPorts(neighbours.stream().map(SimulatedWorld::port).toList()),
            host.loop(),
            host.transport(),
            world.random("node", index),
            null);
    nodes.add(node);
    var powers = new StormNode.Powers(() -> cutLinks(host), () -> leave(node));
    return CompletableFuture.completedFuture(new StormNode(node, index, settings, powers));
  }

  private static Port port(int index) {
    return new Port("node" + index, PORT);
  }

  @Override
  CompletableFuture<Void> link(int from, int to) {
    nodes.get(from).addPort(port(to));
    return CompletableFuture.completedFuture(null);
  }

  private static CompletableFuture<LeaveReport> leave(OverlayNode node) {
    return node.beginLeave(false).thenApply(Leaving.Left::report);
  }

  private void cutLinks(SimHost host) {
    for (SimConnection connection : List.copyOf(world.network().connections())) {
      if (connection.isOpen() && (connection.from() == host || connection.to() == host)) {
        connection.cut(UNTOLD_NS);
      }
    }
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
