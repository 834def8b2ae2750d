package io.phoenix.routing.sim;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.routing.runtime.Leaving;
import io.phoenix.routing.runtime.OverlayNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Nodes in a {@link SimWorld}, for those who program against the API. */
public final class SimCluster implements SimulatedCluster {
  private static final int PORT = 7000;

  private final SimWorld world;
  private final NodeConfig config;

  /** Where nodes run or ran; asked by key only: its order differs from run to run. */
  private final Map<Node, SimHost> hosts = new WeakHashMap<>();

  /** Those that have neither begun to leave nor crashed. */
  private final Set<Node> open = new LinkedHashSet<>();

  private final List<Isolation> isolations = new ArrayList<>();

  /** Hosts that no packet passes from or to, but among themselves. */
  private record Isolation(List<SimHost> some, List<Blockage> blockages) {}

  /** A world without nodes; ports of {@code config} are replaced. */
  public SimCluster(long seed, NodeConfig config) {
    world = new SimWorld(seed);
    this.config = config;
  }

  @Override
  public void latency(Duration least, Duration most) {
    long leastNs = least.toNanos();
    long rangeNs = most.toNanos() - leastNs;
    if (leastNs <= 0 || rangeNs < 0) {
      throw new IllegalArgumentException(
          "least=" + least + " must be above zero and not above most=" + most);
    }
    world
        .network()
        .remodel(
            (from, to) ->
                new PathSettings(
                    leastNs + Math.round(place(from, to) * rangeNs),
                    0,
                    PathSettings.LAN.bytesPerSecond()));
  }

  @Override
  public void latency(BiFunction<Integer, Integer, Duration> between) {
    world
        .network()
        .remodel(
            (from, to) ->
                new PathSettings(
                    between.apply(from.index(), to.index()).toNanos(),
                    0,
                    PathSettings.LAN.bytesPerSecond()));
  }

  /** Where between the least and the most the latency of a pair lies: the same both ways. */
  private double place(SimHost a, SimHost b) {
    long lower = Math.min(a.index(), b.index());
    long higher = Math.max(a.index(), b.index());
    return world.random("latency", higher << 32 | lower).nextDouble();
  }

  @Override
  public Node open(Node... neighbours) {
    return openHost(null, neighbours);
  }

  @Override
  public Node open(byte[] log, Node... neighbours) {
    return openHost(log, neighbours);
  }

  private Node openHost(byte @Nullable [] log, Node... neighbours) {
    List<Port> ports = Arrays.stream(neighbours).map(this::port).toList();
    int index = world.network().hosts().size();
    SimHost host =
        world
            .network()
            .addHost("10.%d.%d.%d".formatted(index >> 16, index >> 8 & 255, index & 255));
    for (Isolation isolation : isolations) {
      isolation.blockages().add(world.network().block(List.of(host), isolation.some()));
    }
    NodeConfig own = config.withListen(new Port(host.address(), PORT)).withPorts(ports);
    Node node = OverlayNode.open(own, host.loop(), host.transport(), host.loop().random(), log);
    hosts.put(node, host);
    open.add(node);
    world.trace().note("node %s opens on %s", node.resourceName(), host.address());
    return node;
  }

  private Port port(Node node) {
    return new Port(host(node).address(), PORT);
  }

  private SimHost host(Node node) {
    SimHost host = hosts.get(node);
    if (host == null) {
      throw new IllegalArgumentException(
          "node " + node.resourceName() + " was not opened in this world");
    }
    return host;
  }

  @Override
  public List<Node> nodes() {
    return List.copyOf(open);
  }

  @Override
  public void leave(Node node) {
    var unused = beginLeave(node, false);
  }

  @Override
  public CompletableFuture<byte[]> leaveWithLog(Node node) {
    return beginLeave(node, true).thenApply(Leaving.Left::log);
  }

  private CompletableFuture<Leaving.Left> beginLeave(Node node, boolean withLog) {
    host(node);
    if (!open.remove(node)) {
      throw new IllegalArgumentException("node " + node.resourceName() + " is not open any more");
    }
    world.trace().note("node %s begins to leave, withLog=%s", node.resourceName(), withLog);
    var done = new CompletableFuture<Leaving.Left>();
    node.loop().execute(() -> leaveNow((OverlayNode) node, withLog, done));
    return done;
  }

  private void leaveNow(OverlayNode node, boolean withLog, CompletableFuture<Leaving.Left> done) {
    var unused =
        node.beginLeave(withLog)
            .thenAccept(
                left -> {
                  world.trace().note("node %s: %s", node.resourceName(), left.report());
                  done.complete(left);
                });
  }

  @Override
  public void crash(Node node) {
    SimHost host = host(node);
    open.remove(node);
    world.trace().note("node %s crashes", node.resourceName());
    world.network().crash(host, false, 0);
  }

  @Override
  public void pause(Node node, Duration duration) {
    world.trace().note("node %s stands still for %s", node.resourceName(), duration);
    host(node).pause(duration.toNanos());
  }

  @Override
  public void cut(Node a, Node b) {
    SimHost one = host(a);
    SimHost other = host(b);
    world.trace().note("cut between %s and %s", a.resourceName(), b.resourceName());
    for (SimConnection c : List.copyOf(world.network().connections())) {
      if (c.joins(one, other)) {
        c.cut(0);
      }
    }
  }

  @Override
  public void isolate(List<Node> some, Duration duration) {
    Set<SimHost> inside = new LinkedHashSet<>();
    some.forEach(node -> inside.add(host(node)));
    List<SimHost> outside =
        world.network().hosts().stream()
            .filter(host -> host.transport().isOpen() && !inside.contains(host))
            .toList();
    world.trace().note("%s are isolated for %s", inside, duration);
    List<Blockage> blockages = new ArrayList<>();
    blockages.add(world.network().block(inside, outside));
    var isolation = new Isolation(List.copyOf(inside), blockages);
    isolations.add(isolation);
    world.after(duration.toNanos(), () -> end(isolation));
  }

  private void end(Isolation isolation) {
    if (isolations.remove(isolation)) {
      world.trace().note("%s are no longer isolated", isolation.some());
      isolation.blockages().forEach(Blockage::heal);
    }
  }

  @Override
  public void heal() {
    List.copyOf(isolations).forEach(this::end);
  }

  @Override
  public Duration now() {
    return Duration.ofNanos(world.nowNs());
  }

  @Override
  public void runFor(Duration duration) {
    world.runFor(duration.toNanos());
  }

  @Override
  public boolean runUntil(BooleanSupplier condition, Duration limit) {
    return world.runUntil(condition, world.nowNs() + limit.toNanos());
  }

  @Override
  public long sentBytes() {
    return world.network().hosts().stream().mapToLong(SimHost::sentBytes).sum();
  }
}
