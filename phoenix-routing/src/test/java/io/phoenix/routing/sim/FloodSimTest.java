package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.node.Holdings;
import io.phoenix.routing.runtime.OverlayNode;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Routes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A member floods another with well-formed frames. Whatever it sends, what the other remembers of
 * it is bounded, and honest peers are served as before.
 */
class FloodSimTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long FLOODER = -2;
  private static final byte[] NOTHING = new byte[0];
  private static final NodeConfig CONFIG =
      NodeConfig.of("flood", 100).withMailboxBytes(1 << 20).withSendBufferBytes(1 << 20);

  private final SimWorld world = new SimWorld(1);
  private OverlayNode victim;
  private OverlayNode honest;
  private HostileMember flooder;

  @BeforeEach
  void connect() {
    Port port = new Port("10.0.0.1", 7000);
    victim = open(CONFIG.withListen(port));
    honest = open(CONFIG.withListen(new Port("10.0.0.3", 7000)).withPorts(List.of(port)));
    victim.assume(VirtualRange.of(0, 50));
    honest.assume(VirtualRange.of(50, 60));
    world.runFor(2 * SECOND);
    flooder =
        new HostileMember(
            world.network().addHost("10.0.0.2"),
            CONFIG,
            victim.resourceName().value(),
            FLOODER,
            world.random("flood", 1));
    flooder.dial(port);
    world.runFor(SECOND);
    assertThat(flooder.up).isTrue();
    Controls.routes(List.of(Controls.route(FLOODER, 1, 0))).forEach(flooder::control);
    world.runFor(SECOND);
  }

  /** Honest traffic goes on, both ways, with messages short and long. */
  @AfterEach
  void honestPeersAreServed() {
    for (int length : new int[] {8, 200_000}) {
      honest.send(7, 3, new byte[length]);
      victim.send(55, 3, new byte[length]);
      victim.send(honest.resourceName(), 4, new byte[length]);
    }
    world.runFor(20 * SECOND);
    for (int length : new int[] {8, 200_000}) {
      assertThat(payload(victim.poll(3))).hasSize(length);
      assertThat(payload(honest.poll(3))).hasSize(length);
      assertThat(payload(honest.poll(4))).hasSize(length);
    }
  }

  private static byte[] payload(Message message) {
    assertThat(message).isNotNull();
    return message.payload();
  }

  @Test
  void beginningsOfGreatMessagesFromInventedSources() {
    advertise(10_000);
    for (int i = 0; i < 10_000; i++) {
      DataHeader h = header(-1000L - i, 1);
      h.hops = 1;
      h.last = false;
      h.total = 1 << 20;
      data(h, new byte[32]);
    }
    world.runFor(5 * SECOND);
    Holdings held = victim.holdings();
    assertThat(held.assemblyBytes()).isPositive().isLessThanOrEqualTo(256L << 20);
    assertThat(held.flows()).isLessThanOrEqualTo(10_001);
    assertThat(flooder.up).as("it might only pass them on").isTrue();
  }

  @Test
  void probesAndDataOfSourcesThatNobodyKnows() {
    int before = victim.holdings().flows();
    ProbeHeader p = new ProbeHeader();
    for (int i = 0; i < 10_000; i++) {
      p.dst = victim.resourceName().value();
      p.src = -1000L - i;
      p.hops = 1;
      p.nonce = 1;
      Frames.putProbe(flooder.reserve(Frames.PROBE_BYTES), p);
      DataHeader h = header(-1000L - i, 1);
      h.hops = 1;
      data(h, NOTHING);
    }
    world.runFor(5 * SECOND);
    assertThat(victim.holdings().flows()).isEqualTo(before);
  }

  @Test
  void framesOfItsOwnInTheNameOfAnotherCostItsLink() {
    data(header(honest.resourceName().value(), 1), NOTHING);
    world.runFor(SECOND);
    assertThat(flooder.up).isFalse();
    assertThat(victim.counters().badFrames()).isEqualTo(1);
  }

  @Test
  void dataBeyondItsCreditCostsItsLink() {
    byte[] payload = new byte[16 << 10];
    for (int seq = 1; seq <= 2000 && flooder.up; seq++) { // 32 MB, and the mailbox takes one
      data(header(FLOODER, seq), payload);
      world.runFor(SECOND / 1000);
    }
    assertThat(flooder.up).isFalse();
    assertThat(victim.counters().badFrames()).isEqualTo(1);
    assertThat(drain(victim)).as("bytes").isLessThan((1L << 20) + (5L << 20));
  }

  @Test
  void aWindowOfEachOfManySources() {
    advertise(40);
    byte[] payload = new byte[30_000];
    for (int seq = 1; seq <= 130; seq++) {
      for (int i = 0; i < 40; i++) { // 156 MB in all, each within its window of 4 MB
        DataHeader h = header(-1000L - i, seq);
        h.hops = 1;
        data(h, payload);
      }
      world.runFor(SECOND / 10);
    }
    assertThat(flooder.up).isTrue();
    assertThat(drain(victim)).as("bytes").isLessThan(69L << 20);
  }

  @Test
  void mailForInventedNodes() {
    int before = victim.holdings().flows();
    for (int i = 0; i < 10_000; i++) {
      DataHeader h = header(FLOODER, i + 1);
      h.target = -5000L - i;
      h.epoch = 0;
      data(h, new byte[100]);
      if (i % 100 == 0) {
        world.runFor(SECOND / 100); // so that it has credit
      }
    }
    world.runFor(SECOND);
    assertThat(flooder.up).isTrue();
    assertThat(victim.holdings().flows()).isLessThanOrEqualTo(before + 1);
    assertThat(victim.holdings().refused()).isEqualTo(10_000);
  }

  @Test
  void fencesOfInventedNodesAndAtInventedEpochs() {
    int before = victim.holdings().flows();
    for (int i = 0; i < 10_000; i++) {
      DataHeader h = header(FLOODER, i + 1);
      h.kind = Kind.FENCE;
      h.origin = -5000L - i;
      h.epoch = i % 2 == 0 ? 1 : 100 + i;
      h.target = 0;
      byte[] fence = ByteBuffer.allocate(25).putLong(i).putLong(0).putLong(50).array();
      h.total = fence.length;
      data(h, fence);
      if (i % 100 == 0) {
        world.runFor(SECOND / 100);
      }
    }
    world.runFor(SECOND);
    assertThat(flooder.up).isTrue();
    assertThat(victim.holdings().flows()).isLessThanOrEqualTo(before + 1);
    assertThat(victim.holdings().refused()).as("of 5000 epochs").isGreaterThan(3000);
  }

  @Test
  void framesForANodeThatDoesNotReadThem() {
    byte[] payload = new byte[16 << 10];
    Blockage blocked =
        world
            .network()
            .block(
                List.of(world.network().hosts().get(0)), List.of(world.network().hosts().get(1)));
    for (int i = 0; i < 10_000; i++) { // 160 MB, within the four seconds until the link is dead
      DataHeader h = header(-1000L - i, 1);
      h.dst = honest.resourceName().value();
      h.hops = 1;
      data(h, payload);
      if (i % 100 == 0) {
        world.runFor(SECOND / 50);
        assertThat(victim.holdings().relayBytes()).isLessThan(65L << 20);
      }
    }
    blocked.heal();
    world.runFor(20 * SECOND); // the link to the honest node is made again
  }

  private long drain(OverlayNode node) {
    long bytes = 0;
    for (Message m = node.poll(); m != null; m = node.poll()) {
      bytes += m.payload().length + Lane.FRAME_OVERHEAD;
    }
    return bytes;
  }

  private DataHeader header(long src, long seq) {
    DataHeader h = new DataHeader();
    h.dst = victim.resourceName().value();
    h.src = src;
    h.origin = src;
    h.seq = seq;
    h.first = true;
    h.last = true;
    h.tag = 9;
    h.target = 1;
    h.epoch = 1;
    return h;
  }

  private void data(DataHeader h, byte[] payload) {
    if (flooder.wire == null) {
      return;
    }
    h.total = Math.max(h.total, payload.length);
    Frames.putData(
        flooder.reserve(Frames.DATA_BYTES + payload.length), h, payload, 0, payload.length);
    flooder.flush();
  }

  /** Says that invented nodes, from −1000 down, can be reached through the flooder. */
  private void advertise(int nodes) {
    List<Routes.Route> routes = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      routes.add(Controls.route(-1000L - i, 1, 10));
    }
    for (Control message : Controls.routes(routes)) {
      flooder.control(message);
    }
    world.runFor(SECOND);
  }

  private OverlayNode open(NodeConfig config) {
    SimHost host = world.network().addHost(config.listen().host());
    return OverlayNode.open(config, host.loop(), host.transport(), host.loop().random(), null);
  }
}
