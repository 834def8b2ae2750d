package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.runtime.OverlayNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The port that a node was given is that of the founder, which leaves while the node is away. */
class ReturnByLogSimTest {
  private static final NodeConfig CONFIG = NodeConfig.of("return-by-log", 16);
  private final SimWorld world = new SimWorld(1);

  private OverlayNode open(String address, List<Port> ports, byte @Nullable [] log) {
    SimHost host = world.network().addHost(address);
    NodeConfig config = CONFIG.withListen(new Port(address, 7000)).withPorts(ports);
    return OverlayNode.open(config, host.loop(), host.transport(), host.loop().random(), log);
  }

  @Test
  void theLogKnowsWhereTheOthersAre() {
    OverlayNode founder = open("10.0.0.1", List.of(), null);
    List<Port> given = List.of(founder.localPort());
    OverlayNode stays = open("10.0.0.2", given, null);
    stays.assume(VirtualRange.all(16));
    List<Integer> arrived = new ArrayList<>();
    stays.handle(1, m -> arrived.add(m.payload().length));
    OverlayNode away = open("10.0.0.3", given, null);
    world.runFor(Duration.ofSeconds(5).toNanos());
    var left = away.beginLeave(true);
    world.runFor(CONFIG.leaveTimeout().toNanos());
    var gone = founder.beginLeave(false);
    world.runFor(Duration.ofMinutes(30).toNanos()); // nobody remembers the founder
    assertThat(gone.join().report().inOrder()).isTrue();
    OverlayNode back = open("10.0.0.4", given, left.join().log());
    back.send(7, 1, new byte[3]);
    world.runFor(Duration.ofSeconds(20).toNanos());
    assertThat(arrived).containsExactly(3);
  }
}
