package io.phoenix.routing.dsdv;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.routing.dsdv.DsdvNet.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Neighbours that say anything at all: nothing is thrown, and little is remembered. */
class HostilePeerTest {
  private static final long[] EDGES = {Long.MIN_VALUE, -2, -1, 0, 1, 2, Long.MAX_VALUE};
  private static final int[] METRICS = {Integer.MIN_VALUE, -2, -1, 0, 1, 5_000, Integer.MAX_VALUE};

  private final Random random = new Random(7);

  @Test
  void anythingMayBeSaid() {
    DsdvNet net = new DsdvNet(DsdvScenario.SETTINGS, Feasibility.STRICT);
    net.checksLoops = false; // who lies about distances can make a loop; TLS keeps liars out
    Host victim = net.addHost(-1);
    List<Host> liars = new ArrayList<>();
    for (long name = -2; name >= -4; name--) {
      liars.add(net.addHost(name));
      net.connect(victim, net.host(name), 1_000_000, 0, 0);
    }
    net.runFor(1_000_000);

    for (int i = 0; i < 30_000; i++) {
      say(victim, liars.get(random.nextInt(liars.size())).name, net.nowNs);
      if (random.nextInt(100) == 0) {
        net.runFor(random.nextLong(30 * DsdvNet.MS));
      }
    }

    assertThat(victim.dsdv.knownNodes().size())
        .isLessThanOrEqualTo(DsdvScenario.SETTINGS.maxNodes());
  }

  private void say(Host victim, long liar, long nowNs) {
    switch (random.nextInt(12)) {
      case 0 -> victim.dsdv.onDeparted(name(), nowNs);
      case 1 -> victim.dsdv.onNeighbourCost(liar, seqno(), nowNs);
      case 2, 3, 4 -> victim.dsdv.onSeqnoRequest(liar, name(), seqno(), metric(), nowNs);
      default -> victim.dsdv.onRoutes(liar, List.of(route(), route()), nowNs);
    }
  }

  private RouteEntry route() {
    return new RouteEntry(name(), seqno(), metric());
  }

  private long name() {
    return random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : -random.nextInt(2_000);
  }

  private long seqno() {
    return random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : random.nextLong(10);
  }

  private int metric() {
    return METRICS[random.nextInt(METRICS.length)];
  }
}
