package io.phoenix.routing.sim;

import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.routing.world.Notary;
import io.phoenix.routing.world.Transport;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A host's way to the simulated network. */
public final class SimTransport implements Transport {
  private static final int FIRST_FREE_PORT = 7000;

  private final SimWorld world;
  private final SimNetwork network;
  private final SimHost host;
  private final TreeMap<Integer, Acceptor> acceptors = new TreeMap<>();
  private final Notary notary;
  private boolean open = true;

  SimTransport(SimWorld world, SimNetwork network, SimHost host) {
    this.world = world;
    this.network = network;
    this.host = host;
    notary = new SimNotary(world, host);
  }

  @Override
  public Notary notary() {
    return notary;
  }

  @Override
  public Port listen(Port local, Acceptor acceptor) {
    int port = local.port();
    if (port == 0) {
      port = FIRST_FREE_PORT;
      while (acceptors.containsKey(port)) {
        port++;
      }
    }
    if (acceptors.putIfAbsent(port, acceptor) != null) {
      throw new PhoenixException(
          "cannot listen on "
              + local
              + ": the port is in use; choose another, or 0 for a free one");
    }
    return new Port(host.address(), port);
  }

  @Override
  public void dial(Port remote, Dialer dialer) {
    if (open) {
      new Dialling(world, network, host, remote, dialer).begin();
    } else {
      host.loop().execute(() -> dialer.onFailed("transport is closed", host.loop().nowNs()));
    }
  }

  @Override
  public void close() {
    acceptors.clear();
    open = false;
    for (SimWire wire : List.copyOf(host.wires)) {
      wire.finish("transport closed");
    }
  }

  /** Stops without a word to anybody. */
  void crash() {
    acceptors.clear();
    open = false;
  }

  boolean isOpen() {
    return open;
  }

  @Nullable Acceptor acceptor(int port) {
    return acceptors.get(port);
  }
}
