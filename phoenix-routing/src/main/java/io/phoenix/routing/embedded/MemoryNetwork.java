package io.phoenix.routing.embedded;

import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.routing.world.Transport;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;

/**
 * What connects the transports of one process: who listens where, and which pairs are kept apart.
 * Used by all of their threads.
 */
final class MemoryNetwork {
  /** The host part of every port here. */
  static final String HOST = "memory";

  private static final int FIRST_PORT = 50_000;

  private final Map<Integer, Listening> listeners = new HashMap<>();
  private final Set<Set<MemoryTransport>> blocked = new HashSet<>();
  private int ports = FIRST_PORT;

  private record Listening(MemoryTransport transport, Transport.Acceptor acceptor) {}

  synchronized Port listen(MemoryTransport transport, Port local, Transport.Acceptor acceptor) {
    int port = local.port() == 0 ? ports++ : local.port();
    if (listeners.putIfAbsent(port, new Listening(transport, acceptor)) != null) {
      throw new PhoenixException(
          "cannot listen on " + local + ": address in use; choose another port, or 0");
    }
    return new Port(HOST, port);
  }

  /**
   * Connects a transport to the one that listens at a port.
   *
   * @return the near end; the far end is told of the other
   * @throws PhoenixException if it cannot, saying why
   */
  synchronized MemoryWire connect(MemoryTransport from, Port remote) {
    Listening far = listeners.get(remote.port());
    if (far == null) {
      throw new PhoenixException("connection refused by " + remote);
    }
    if (blocked.contains(pair(from, far.transport()))) {
      throw new PhoenixException("no answer from " + remote);
    }
    MemoryWire near =
        MemoryWire.connect(from, far.transport(), HOST + ":" + ports++, remote.toString());
    MemoryWire farEnd = near.peer();
    try {
      far.transport()
          .loop()
          .execute(() -> farEnd.handler(far.acceptor().onAccepted(farEnd, System.nanoTime())));
    } catch (RejectedExecutionException e) {
      near.cut("connection refused by " + remote);
      throw new PhoenixException("connection refused by " + remote, e);
    }
    return near;
  }

  /** Breaks what connects two transports, with what is under way. */
  void cut(MemoryTransport a, MemoryTransport b) {
    for (MemoryWire wire : a.wires()) {
      if (wire.peer().owner() == b) {
        wire.cut("connection cut on purpose");
      }
    }
  }

  /** As {@link #cut}, and lets them not connect again. */
  synchronized void block(MemoryTransport a, MemoryTransport b) {
    blocked.add(pair(a, b));
    cut(a, b);
  }

  synchronized void heal(MemoryTransport a, MemoryTransport b) {
    blocked.remove(pair(a, b));
  }

  /** Stops listening for a transport. */
  synchronized void stopListening(MemoryTransport transport) {
    listeners.values().removeIf(listening -> listening.transport() == transport);
  }

  private static Set<MemoryTransport> pair(MemoryTransport a, MemoryTransport b) {
    return a == b ? Set.of(a) : Set.of(a, b);
  }
}
