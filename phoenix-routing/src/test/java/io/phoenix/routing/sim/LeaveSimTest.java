package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.runtime.OverlayNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaveSimTest {
  private static final int PORT = 7000;
  private static final NodeConfig CONFIG = NodeConfig.of("leave", 64);

  private final SimWorld world = new SimWorld(1);
  private final List<OverlayNode> nodes = new ArrayList<>();

  @Test
  void aNodeThatLeavesForGoodIsHeardAndDoesNotWaitForItsTimeout() {
    for (int i = 0; i < 4; i++) { // in a line: most are heard through others
      nodes.add(open(i));
    }
    nodes.get(0).assume(VirtualRange.all(64));
    for (OverlayNode node : nodes) {
      node.handle(1, m -> node.send(m.sender(), 2, m.payload()));
      node.handle(2, m -> {});
    }
    world.runFor(Duration.ofSeconds(3).toNanos());
    for (OverlayNode from : nodes) {
      from.send(7, 1, new byte[8]);
      nodes.forEach(to -> from.send(to.resourceName(), 1, new byte[8]));
    }
    world.runFor(Duration.ofSeconds(1).toNanos());

    for (int i = 3; i > 0; i--) {
      long startNs = world.nowNs();
      var left = nodes.get(i).beginLeave(false);
      assertThat(world.runUntil(left::isDone, startNs + Duration.ofMinutes(1).toNanos())).isTrue();
      assertThat(left.join().report().inOrder()).isTrue();
      assertThat(world.nowNs() - startNs).isLessThan(CONFIG.leaveTimeout().toNanos() / 4);
    }
  }

  private OverlayNode open(int index) {
    SimHost host = world.network().addHost("node" + index);
    NodeConfig config = CONFIG.withListen(new Port(host.address(), PORT));
    if (index > 0) {
      config = config.withPorts("node" + (index - 1) + ":" + PORT);
    }
    return OverlayNode.open(
        config, host.loop(), host.transport(), world.random("node", index), null);
  }
}
