package io.phoenix.routing.dsdv;

import static io.phoenix.routing.dsdv.DsdvNet.MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.routing.dsdv.DsdvNet.Host;
import io.phoenix.routing.dsdv.DsdvNet.Session;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A large random network: how long it takes to converge, and how much it talks. */
class DsdvScaleTest {
  private static final int NODES = Integer.getInteger("phoenix.dsdv.nodes", 300);
  private static final int DEGREE = 6;

  private final Random random = new Random(1);
  private final DsdvNet net = new DsdvNet(DsdvSettings.defaults(), Feasibility.STRICT);
  private final List<Host> hosts = new ArrayList<>();
  private final List<Session> links = new ArrayList<>();

  @Test
  void randomGraphConvergesIsSilentAtRestAndRepairsACutLocally() {
    net.checksLoops = false; // following every route at every step is for small networks
    build();

    net.runFor(500 * MS);
    assertEverybodyReachesEverybody();

    long messages = net.messages;
    net.runFor(3_600_000 * MS);
    assertThat(net.messages - messages).as("messages in an hour at rest").isZero();

    long entries = net.entries;
    net.cut(links.get(random.nextInt(links.size())), 0, 0);
    net.runFor(500 * MS);
    assertEverybodyReachesEverybody();
    assertThat(net.entries - entries)
        .as("entries sent to repair a cut")
        .isLessThan((long) NODES * NODES / 4);
  }

  private void build() {
    Set<Long> pairs = new HashSet<>();
    for (int i = 0; i < NODES; i++) {
      hosts.add(net.addHost(-1 - (random.nextLong() >>> 1)));
      if (i > 0) {
        link(i, random.nextInt(i), pairs);
      }
    }
    while (links.size() < NODES * DEGREE / 2) {
      int i = 1 + random.nextInt(NODES - 1);
      link(i, random.nextInt(i), pairs);
    }
  }

  private void link(int i, int j, Set<Long> pairs) {
    if (pairs.add((long) i * NODES + j)) {
      long rttNs = 100_000 + random.nextLong(20 * MS);
      links.add(net.connect(hosts.get(i), hosts.get(j), rttNs, 0, 0));
    }
  }

  private void assertEverybodyReachesEverybody() {
    for (Host from : hosts) {
      for (Host to : hosts) {
        assertThat(from == to || from.dsdv.nextHop(to.name) != 0)
            .as("route from %s to %s", from.name, to.name)
            .isTrue();
      }
    }
  }
}
