package io.phoenix.routing.embedded;

import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.routing.world.Transport;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;

/** One node's access to a {@link MemoryNetwork}. */
final class MemoryTransport implements Transport {
  private final MemoryNetwork network;
  private final ThreadLoop loop;
  private final Set<MemoryWire> wires = ConcurrentHashMap.newKeySet();

  MemoryTransport(MemoryNetwork network, ThreadLoop loop) {
    this.network = network;
    this.loop = loop;
  }

  ThreadLoop loop() {
    return loop;
  }

  /** This node's ends of its connections. */
  Set<MemoryWire> wires() {
    return wires;
  }

  @Override
  public Port listen(Port local, Acceptor acceptor) {
    return network.listen(this, local, acceptor);
  }

  @Override
  public void dial(Port remote, Dialer dialer) {
    // Never from within the caller's call, as over a real network.
    executeUnlessEnded(() -> connect(remote, dialer));
  }

  private void executeUnlessEnded(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // The node has been closed meanwhile; nobody is left to be told.
    }
  }

  private void connect(Port remote, Dialer dialer) {
    MemoryWire wire;
    try {
      wire = network.connect(this, remote);
    } catch (PhoenixException e) {
      dialer.onFailed(String.valueOf(e.getMessage()), System.nanoTime());
      return;
    }
    wire.handler(dialer.onConnected(wire, System.nanoTime()));
  }

  @Override
  public void close() {
    network.stopListening(this);
    if (loop.inLoop()) {
      List.copyOf(wires).forEach(wire -> wire.close("this node has been closed"));
    } else {
      executeUnlessEnded(this::close);
    }
  }
}
