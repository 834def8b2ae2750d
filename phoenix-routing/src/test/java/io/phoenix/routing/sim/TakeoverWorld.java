package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.runtime.OverlayNode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Two senders, the owner of a range and another node that will have it next, around a hub that
 * relays or not. Messages are numbered by sender and virtual node.
 */
final class TakeoverWorld {
  static final Duration FORGET = Duration.ofMinutes(1);
  static final Duration DEAD = Duration.ofSeconds(2);
  static final int SPACE = 8;
  static final VirtualRange ALL = VirtualRange.all(SPACE);
  private static final int TAG = 1;
  private static final NodeConfig CONFIG =
      NodeConfig.of("takeover", SPACE).withDeadAfter(DEAD).withForgetAfter(FORGET).withMeshLinks(0);

  final SimWorld world;
  final RandomGenerator random;
  final List<SimHost> hosts = new ArrayList<>();
  final List<OverlayNode> nodes = new ArrayList<>();
  final OverlayNode owner;
  final OverlayNode next;
  final List<OverlayNode> senders;

  /** By sender and virtual node: how many were sent, and which were delivered, in order. */
  final Map<String, Integer> sent = new LinkedHashMap<>();

  final Map<String, List<Integer>> delivered = new LinkedHashMap<>();

  /** When the next owner got its first message; negative before. */
  long firstAtNextNs = -1;

  TakeoverWorld(long seed) {
    world = new SimWorld(seed);
    random = world.random("takeover", 0);
    boolean isStar = random.nextBoolean();
    boolean relays = isStar || random.nextBoolean();
    long bytesPerSecond = random.nextBoolean() ? 125_000_000 : 200_000; // a narrow way queues up
    world.network().model((from, to) -> new PathSettings(2_000_000, 1_000_000, bytesPerSecond));
    for (int i = 0; i < 5; i++) {
      open(isStar ? Math.min(1, i) : i, relays);
    }
    owner = nodes.get(1);
    next = nodes.get(2);
    senders = List.of(nodes.get(3), nodes.get(4));
    for (OverlayNode node : nodes) {
      node.handle(TAG, m -> onMessage(node, m));
    }
    world.observe(loop -> nodes.forEach(TakeoverWorld::checkBuffer));
    run(Duration.ofSeconds(3));
    owner.assume(ALL);
    run(Duration.ofSeconds(1));
  }

  private void open(int neighbours, boolean relays) {
    SimHost host = world.network().addHost("10.0.0." + hosts.size());
    List<Port> ports = nodes.subList(0, neighbours).stream().map(Node::localPort).toList();
    NodeConfig own =
        CONFIG.withListen(new Port(host.address(), 7000)).withPorts(ports).withRelays(relays);
    hosts.add(host);
    nodes.add(OverlayNode.open(own, host.loop(), host.transport(), host.loop().random(), null));
  }

  SimHost host(OverlayNode node) {
    return hosts.get(nodes.indexOf(node));
  }

  void run(Duration duration) {
    world.runFor(duration.toNanos());
  }

  Duration upTo(double seconds) {
    return Duration.ofNanos((long) (random.nextDouble() * seconds * 1e9));
  }

  private void onMessage(OverlayNode at, Message m) {
    String key = m.from() + "→" + m.to();
    delivered
        .computeIfAbsent(key, k -> new ArrayList<>())
        .add(ByteBuffer.wrap(m.payload()).getInt());
    if (at == next && firstAtNextNs < 0) {
      firstAtNextNs = world.nowNs();
    }
  }

  /** Lets the senders send for a while, now and then. */
  void sendFor(Duration duration) {
    long endNs = world.nowNs() + duration.toNanos();
    while (world.nowNs() < endNs) {
      for (OverlayNode sender : senders) {
        for (int i = random.nextInt(4); i > 0; i--) {
          send(sender, random.nextInt(SPACE));
        }
      }
      world.runFor(Math.min(endNs - world.nowNs(), random.nextLong(200_000_000L)) + 1);
    }
  }

  private void send(OverlayNode sender, int to) {
    int bytes = 4 + random.nextInt(random.nextInt(10) == 0 ? 100_000 : 2_000);
    int number = sent.merge(sender.resourceName().value() + "→" + to, 1, Integer::sum);
    if (!sender.trySend(to, TAG, ByteBuffer.allocate(bytes).putInt(0, number).array())) {
      throw new AssertionError("no room");
    }
  }

  private static void checkBuffer(OverlayNode node) {
    if (node.presentBytes() < 0 || node.awayBytes() < 0) {
      throw new AssertionError(
          "more was given back than taken: "
              + node.presentBytes()
              + " bytes, "
              + node.awayBytes()
              + " away");
    }
  }

  /** When the crashed node is given up, all room in the send buffer has been given back. */
  void expectNothingCounted() {
    run(FORGET.plusSeconds(30));
    for (OverlayNode sender : senders) {
      assertThat(sender.presentBytes()).as("seed %d", world.seed()).isZero();
      assertThat(sender.awayBytes()).as("seed %d", world.seed()).isZero();
    }
  }

  /** How many messages a sender says are in doubt. */
  static long doubts(OverlayNode sender) {
    return sender.explain().doubts().stream().mapToLong(d -> d.messages()).sum();
  }

  /** How many of a sender's messages were not delivered; each other one once and in order. */
  long missing(OverlayNode sender) {
    long missing = 0;
    for (int to = 0; to < SPACE; to++) {
      String key = sender.resourceName().value() + "→" + to;
      List<Integer> numbers = delivered.getOrDefault(key, List.of());
      for (int i = 1; i < numbers.size(); i++) {
        assertThat(numbers.get(i))
            .as("%s, seed %d", key, world.seed())
            .isGreaterThan(numbers.get(i - 1));
      }
      missing += sent.getOrDefault(key, 0) - numbers.size();
    }
    return missing;
  }
}
