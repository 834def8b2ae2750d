package io.phoenix.routing.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Port;
import io.phoenix.routing.world.WireContract;
import org.junit.jupiter.api.Test;

/** Wires through memory keep what wires promise. */
class MemoryWireTest extends WireContract {
  private final MemoryNetwork network = new MemoryNetwork();
  private final ThreadLoop nearLoop = ThreadLoop.start("near");
  private final ThreadLoop farLoop = ThreadLoop.start("far");
  private final MemoryTransport near = new MemoryTransport(network, nearLoop);
  private final MemoryTransport far = new MemoryTransport(network, farLoop);

  @Override
  protected World near() {
    return new World(nearLoop, near);
  }

  @Override
  protected World far() {
    return new World(farLoop, far);
  }

  @Override
  protected void cut() {
    network.cut(near, far);
  }

  @Override
  protected Port anyPort() {
    return new Port(MemoryNetwork.HOST, 0);
  }

  @Test
  void blockedTransportsCannotConnectUntilHealed() {
    Port port = far.listen(anyPort(), (wire, now) -> new Quiet());
    network.block(far, near);
    assertThat(failureOf(port)).isEqualTo("no answer from " + port);
    network.heal(near, far);
    assertThat(failureOf(port)).isEqualTo("connected");
  }

  @Test
  void aNodeThatVanishesClosesItsWires() throws InterruptedException {
    var handler = new Quiet();
    Port port = far.listen(anyPort(), (wire, now) -> handler);
    assertThat(failureOf(port)).isEqualTo("connected");
    nearLoop.shutdown();
    onLoop(farLoop, () -> far.wires().forEach(wire -> wire.reserve(1).put((byte) 1)));
    onLoop(farLoop, () -> far.wires().forEach(MemoryWire::flush));
    handler.closed.await();
  }
}
