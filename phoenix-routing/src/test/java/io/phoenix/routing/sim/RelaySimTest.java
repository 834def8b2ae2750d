package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Explanation.Route;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.routing.runtime.OverlayNode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two nodes with one between them that relays, or does not. */
class RelaySimTest {
  private static final long SECOND = 1_000_000_000;
  private static final NodeConfig CONFIG = NodeConfig.of("relay", 100).withMeshLinks(0);

  private final SimWorld world = new SimWorld(1);
  private final Node left = open("10.0.0.1", CONFIG);
  private final Node right = open("10.0.0.2", CONFIG);

  @Test
  void messagesPassThroughANodeThatRelays() {
    openBetween(true);
    assertThat(wayToRight()).isPresent();
  }

  @Test
  void nothingPassesThroughANodeThatDoesNotRelay() {
    Node between = openBetween(false);
    assertThat(wayToRight()).isEmpty();
    left.send(between.resourceName(), 1, new byte[0]);
    between.send(right.resourceName(), 2, new byte[0]);
    world.runFor(SECOND);
    assertThat(between.poll(1)).isNotNull();
    assertThat(right.poll(2)).isNotNull();
  }

  private Optional<Route> wayToRight() {
    return left.explain().route(right.resourceName()).filter(route -> route.nextHop() != null);
  }

  private Node openBetween(boolean relays) {
    List<Port> ports = List.of(new Port("10.0.0.1", 7000), new Port("10.0.0.2", 7000));
    Node node = open("10.0.0.3", CONFIG.withPorts(ports).withRelays(relays));
    world.runFor(5 * SECOND);
    return node;
  }

  private Node open(String address, NodeConfig config) {
    SimHost host = world.network().addHost(address);
    return OverlayNode.open(
        config.withListen(new Port(address, 7000)),
        host.loop(),
        host.transport(),
        host.loop().random(),
        null);
  }
}
