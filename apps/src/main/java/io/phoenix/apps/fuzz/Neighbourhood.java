package io.phoenix.apps.fuzz;

import io.phoenix.api.Message;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.node.Holdings;
import io.phoenix.routing.runtime.OverlayNode;
import io.phoenix.routing.sim.PathSettings;
import io.phoenix.routing.sim.SimConnection;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.sim.SimWorld;
import io.phoenix.routing.world.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The victim, and two honest nodes that know each other only through it, in the simulator. They
 * exchange numbered messages: all of them arrive, once and in order, or a promise is broken.
 *
 * <pre>
 *   left [0, 300) ── victim [300, 600) ── right [600, 900)        [900, 1000) is for the intruder
 *                      │
 *                  intruder, far away: a member may well say that it is near to everybody
 * </pre>
 */
final class Neighbourhood {
  static final long SECOND = 1_000_000_000L;
  static final long MS = 1_000_000L;
  static final long SPACE = 1000;

  /** From here on the space is the intruder's own: what it claims there is its right. */
  static final long INTRUDER_FROM = 900;

  static final Port VICTIM_PORT = new Port("10.0.0.1", 7000);
  static final String INTRUDER_ADDRESS = "10.0.0.9";

  private static final int TAG = 4711;
  private static final PathSettings FAR = new PathSettings(20 * MS, 0, 125_000_000);

  private static final int MOST_RECORDED = 300;
  private static final int LONGEST_RECORDED = 8 << 10;

  /** The bounds of Admission and of routing hold for all neighbours together. */
  private static final int MOST_RECORDS = 50_000;

  final SimWorld world;
  final NodeConfig config;
  final OverlayNode victim;
  final OverlayNode left;
  final OverlayNode right;
  private final List<OverlayNode> honest;
  private final List<SimConnection> links;
  private final List<Letters> letters = new ArrayList<>();
  private final Function<SimHost, Transport> transports;
  private final List<byte[]> recorded = new ArrayList<>();
  private boolean recording = true;

  /** Plain links. */
  Neighbourhood(long seed) {
    this(seed, SimHost::transport);
  }

  Neighbourhood(long seed, Function<SimHost, Transport> transports) {
    this.transports = transports;
    world = new SimWorld(seed);
    world
        .network()
        .model((from, to) -> isIntruder(from) || isIntruder(to) ? FAR : PathSettings.LAN);
    config =
        NodeConfig.of("fuzz", SPACE)
            .withMeshLinks(0)
            .withMeshBridges(0)
            .withMailboxBytes(1 << 20)
            .withSendBufferBytes(1 << 20);
    world.network().tap((from, to, bytes) -> record(bytes));
    victim = open(config.withListen(VICTIM_PORT));
    left = open(neighbour("10.0.0.2"));
    right = open(neighbour("10.0.0.3"));
    honest = List.of(victim, left, right);
    world.runFor(2 * SECOND);
    left.assume(VirtualRange.of(0, 300));
    victim.assume(VirtualRange.of(300, 600));
    right.assume(VirtualRange.of(600, 900));
    world.runFor(SECOND);
    for (int i = 0; i < 3; i++) {
      left.send(700, TAG - 1, new byte[i]);
      right.send(victim.resourceName(), -TAG, new byte[10 * i]);
      victim.send(7, TAG - 2, new byte[i]);
    }
    world.runFor(SECOND);
    recording = false;
    links = List.copyOf(world.network().connections());
    letters.add(new Letters(left, right, 700));
    letters.add(new Letters(right, left, 7));
    letters.add(new Letters(left, victim, 400));
    letters.add(new Letters(victim, right, 701));
    checkPlaces();
  }

  private void record(byte[] bytes) {
    if (recording && recorded.size() < MOST_RECORDED && bytes.length <= LONGEST_RECORDED) {
      recorded.add(bytes);
    }
  }

  /** What honest nodes sent each other in the beginning, as they sent it. */
  List<byte[]> recorded() {
    return recorded;
  }

  private static boolean isIntruder(SimHost host) {
    return host.address().equals(INTRUDER_ADDRESS);
  }

  NodeConfig neighbour(String address) {
    return config.withListen(new Port(address, 7000)).withPorts(List.of(VICTIM_PORT));
  }

  OverlayNode open(NodeConfig its) {
    SimHost host = world.network().addHost(its.listen().host());
    return OverlayNode.open(its, host.loop(), transports.apply(host), host.loop().random(), null);
  }

  List<OverlayNode> honest() {
    return honest;
  }

  boolean isHonest(long name) {
    return honest.stream().anyMatch(node -> node.resourceName().value() == name);
  }

  /** Honest nodes write to each other. */
  void write() {
    letters.forEach(Letters::write);
  }

  /** What can be seen at once: no honest link is closed. */
  void checkLinks() {
    for (SimConnection link : links) {
      BrokenPromise.unless(
          link.isOpen(), "the link of " + link.from() + " to " + link.to() + " was closed");
    }
  }

  /** After the intruder is gone: everything is as it was, and all letters have come. */
  void checkAll() {
    write();
    world.runUntil(this::haveAllCome, world.nowNs() + 120 * SECOND);
    letters.forEach(Letters::check);
    checkLinks();
    checkPlaces();
    for (OverlayNode node : honest) {
      Holdings held = node.holdings();
      BrokenPromise.unless(
          held.records() <= MOST_RECORDS && held.assemblyBytes() <= 256L << 20,
          "too much is kept: " + held);
    }
  }

  private boolean haveAllCome() {
    return letters.stream().allMatch(Letters::haveCome);
  }

  private void checkPlaces() {
    checkOwner(7, left);
    checkOwner(299, left);
    checkOwner(300, victim);
    checkOwner(599, victim);
    checkOwner(600, right);
    checkOwner(899, right);
    for (OverlayNode from : honest) {
      for (OverlayNode to : honest) {
        BrokenPromise.unless(
            from == to || from.nextHop(to.resourceName().value()) == hop(from, to),
            from.resourceName() + " does not go to " + to.resourceName() + " by the honest way");
      }
    }
  }

  private long hop(OverlayNode from, OverlayNode to) {
    return (from == victim || to == victim ? to : victim).resourceName().value();
  }

  private void checkOwner(long v, OverlayNode owner) {
    for (OverlayNode node : honest) {
      var known = node.explain().owner(v).orElseThrow();
      BrokenPromise.unless(
          owner.resourceName().equals(known.node()) && known.epoch() == Claim.FIRST_EPOCH,
          node.resourceName() + " believes that " + v + " is owned by " + known);
    }
    BrokenPromise.unless(owner.assumed().contains(v), v + " was taken from its owner");
  }

  /**
   * Numbered messages from one node to another. Each carries a secret, so that nothing that an
   * intruder makes up counts as one.
   */
  private final class Letters {
    private final OverlayNode from;
    private final long to;
    private final long secret;
    private final OverlayNode reader;
    private final int tag;
    private long written;
    private long read;
    private @org.jspecify.annotations.Nullable String wrong;

    Letters(OverlayNode from, OverlayNode reader, long to) {
      this.from = from;
      this.reader = reader;
      this.to = to;
      secret = world.random("letters", to).nextLong();
      tag = TAG + letters.size();
      reader.handle(tag, this::onMessage);
    }

    void write() {
      byte[] payload = new byte[written % 64 == 63 ? 40_000 : 2 * Long.BYTES];
      ByteBuffer.wrap(payload).putLong(secret).putLong(written);
      if (from.trySend(to, tag, payload)) {
        written++;
      }
    }

    private void onMessage(Message message) {
      ByteBuffer in = ByteBuffer.wrap(message.payload());
      if (in.remaining() < 2 * Long.BYTES || in.getLong() != secret) {
        return; // an intruder's
      }
      long number = in.getLong();
      if (number != read) {
        wrong = "letter " + number + " came when " + read + " was due";
      }
      read++;
    }

    boolean haveCome() {
      return read == written || wrong != null;
    }

    void check() {
      BrokenPromise.unless(
          wrong == null && read == written && written > 0,
          "of %d letters from %s to %s, %d came: %s"
              .formatted(written, from.resourceName(), reader.resourceName(), read, wrong));
    }
  }
}
