package io.phoenix.routing.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.routing.sim.Reach;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopologyTest {

  @Test
  void theLinksThatCanBeMadeConnectEverybody() {
    int firewalled = 0;
    for (int seed = 0; seed < 500; seed++) {
      int nodes = 2 + seed % 7;
      Topology topology =
          new Topology(nodes, seed % 2 == 0, 150_000_000, new Chance(new SplittableRandom(seed)));
      var all = IntStream.range(0, nodes).boxed().collect(Collectors.toSet());
      assertThat(topology.connects(all)).as("seed %d", seed).isTrue();
      firewalled +=
          topology.edges().stream().anyMatch(e -> topology.reach(e.from(), e.to()) != Reach.OPEN)
              ? 1
              : 0;
    }
    assertThat(firewalled).as("links that cannot be made").isPositive();
  }
}
