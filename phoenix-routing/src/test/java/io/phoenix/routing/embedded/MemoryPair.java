package io.phoenix.routing.embedded;

import io.phoenix.api.Port;
import io.phoenix.routing.world.WireContract.World;

/** Two nodes' worlds, connected through memory, for tests of what is put on top of them. */
public final class MemoryPair {
  public static final Port ANY_PORT = new Port(MemoryNetwork.HOST, 0);

  private final MemoryNetwork network = new MemoryNetwork();
  private final MemoryTransport nearTransport;
  private final MemoryTransport farTransport;
  public final World near;
  public final World far;

  public MemoryPair() {
    ThreadLoop nearLoop = ThreadLoop.start("near");
    ThreadLoop farLoop = ThreadLoop.start("far");
    nearTransport = new MemoryTransport(network, nearLoop);
    farTransport = new MemoryTransport(network, farLoop);
    near = new World(nearLoop, nearTransport);
    far = new World(farLoop, farTransport);
  }

  /** Breaks what connects them. */
  public void cut() {
    network.cut(nearTransport, farTransport);
  }
}
