package io.phoenix.routing.embedded;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.Explanation;
import io.phoenix.api.Node;
import io.phoenix.api.NodeClosedException;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.log.UsedLog;
import io.phoenix.routing.runtime.OverlayNode;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Real nodes on threads of their own, linked through memory. */
public final class MemoryCluster implements EmbeddedCluster {
  private static final long READY_NS = TimeUnit.SECONDS.toNanos(30);
  private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(200);

  private final NodeConfig config;
  private final MemoryNetwork network = new MemoryNetwork();
  private final List<Member> members = new CopyOnWriteArrayList<>();

  private record Member(OverlayNode node, MemoryTransport transport) {
    boolean isOpen() {
      return !transport.loop().isEnding();
    }
  }

  private MemoryCluster(NodeConfig config) {
    this.config = config;
  }

  /** Opens nodes with the space split evenly among them; returns when each of them knows that. */
  public static MemoryCluster open(int size, NodeConfig config) {
    if (size < 1 || size > config.spaceSize()) {
      throw new IllegalArgumentException(
          "size=" + size + " must be in 1.." + config.spaceSize() + ", the size of the space");
    }
    var cluster = new MemoryCluster(config);
    try {
      for (int i = 0; i < size; i++) {
        cluster.join().assume(share(i, size, config.spaceSize()));
      }
      cluster.awaitReady();
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  /** The {@code i}-th of {@code n} ranges; the first ones take what does not divide. */
  private static VirtualRange share(int i, int n, long spaceSize) {
    long each = spaceSize / n;
    long more = spaceSize % n;
    return VirtualRange.of(i * each + Math.min(i, more), (i + 1) * each + Math.min(i + 1, more));
  }

  private void awaitReady() {
    long deadlineNs = System.nanoTime() + READY_NS;
    for (Member member : members) {
      while (!knowsAllOwners(member.node())) {
        if (System.nanoTime() - deadlineNs >= 0) {
          throw new PhoenixException(
              "the embedded nodes did not find each other within 30 s: " + member.node().explain());
        }
        LockSupport.parkNanos(this, LOOK_NS);
      }
    }
  }

  private boolean knowsAllOwners(OverlayNode node) {
    Explanation now = node.explain();
    long known = 0;
    for (Explanation.Owner owner : now.owners()) {
      if (owner.node() != null) {
        known += owner.range().size();
      }
    }
    return known == config.spaceSize()
        && members.stream()
            .map(member -> member.node().resourceName())
            .filter(name -> !name.equals(node.resourceName()))
            .allMatch(name -> now.route(name).filter(r -> r.nextHop() != null).isPresent());
  }

  @Override
  public Node node(int index) {
    return members.get(index).node();
  }

  @Override
  public List<Node> nodes() {
    return members.stream().filter(Member::isOpen).<Node>map(Member::node).toList();
  }

  @Override
  public Node join() {
    return open(null);
  }

  @Override
  public Node join(Path log) {
    return UsedLog.with(log, this::open);
  }

  private synchronized Node open(byte @Nullable [] log) {
    List<Port> others =
        members.stream().filter(Member::isOpen).map(member -> member.node().localPort()).toList();
    NodeConfig own = config.withListen(new Port(MemoryNetwork.HOST, 0)).withPorts(others);
    ThreadLoop loop = ThreadLoop.start(config.application() + "-" + members.size());
    var transport = new MemoryTransport(network, loop);
    try {
      var random = new SplittableRandom(new SecureRandom().nextLong());
      var node = OverlayNode.open(own, loop, transport, random, log);
      members.add(new Member(node, transport));
      return node;
    } catch (RuntimeException e) {
      transport.close();
      loop.shutdown();
      throw e;
    }
  }

  @Override
  public void cut(int a, int b) {
    network.cut(members.get(a).transport(), members.get(b).transport());
  }

  @Override
  public void block(int a, int b) {
    network.block(members.get(a).transport(), members.get(b).transport());
  }

  @Override
  public void heal(int a, int b) {
    network.heal(members.get(a).transport(), members.get(b).transport());
  }

  @Override
  public void close() {
    for (Member member : members) {
      try {
        member.node().close();
      } catch (NodeClosedException e) {
        // Another thread was faster.
      }
    }
  }
}
