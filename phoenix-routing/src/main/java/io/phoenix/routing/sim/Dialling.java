package io.phoenix.routing.sim;

import io.phoenix.api.Port;
import io.phoenix.routing.world.Transport.Acceptor;
import io.phoenix.routing.world.Transport.Dialer;

/** One attempt to make a connection: a packet there, a packet back, and what may go wrong. */
final class Dialling {
  /** A caller that hears nothing gives up after between one and two of these. */
  private static final long GIVE_UP_NS = 1_000_000_000;

  private final SimWorld world;
  private final SimNetwork network;
  private final SimHost from;
  private final Port remote;
  private final Dialer dialer;

  Dialling(SimWorld world, SimNetwork network, SimHost from, Port remote, Dialer dialer) {
    this.world = world;
    this.network = network;
    this.from = from;
    this.remote = remote;
    this.dialer = dialer;
  }

  void begin() {
    SimHost to = network.host(remote.host());
    if (to == null) {
      fail(1, "unknown host " + remote.host());
      return;
    }
    if (!remote.via().isEmpty()) {
      tunnel(to);
      return;
    }
    Path path = network.path(from, to);
    switch (path.reach) {
      case OPEN -> world.after(tripNs(path), () -> arrive(to, path));
      case REFUSED -> refuse(path, network.path(to, from));
      case DROPPED -> giveUp();
    }
  }

  /**
   * Through other hosts: whether the way straight there is open does not matter, only that each of
   * them can dial the next one. Once made, it is a connection like any other.
   */
  private void tunnel(SimHost to) {
    SimHost here = from;
    long tripNs = 0;
    for (int i = 0; i <= remote.via().size(); i++) {
      SimHost next = i < remote.via().size() ? network.host(remote.via().get(i).host()) : to;
      if (next == null) {
        fail(1, "unknown host " + remote.via().get(i).host());
        return;
      }
      Path hop = network.path(here, next);
      if (hop.reach != Reach.OPEN || hop.isBlocked() || isCrashed(next)) {
        giveUp();
        return;
      }
      tripNs += tripNs(hop);
      here = next;
    }
    world.after(tripNs, () -> arrive(to, network.path(from, to)));
  }

  private void arrive(SimHost to, Path path) {
    Path back = network.path(to, from);
    Acceptor acceptor = to.transport().acceptor(remote.port());
    if (path.isBlocked() || back.isBlocked() || isCrashed(to)) {
      giveUp();
    } else if (acceptor == null) {
      refuse(path, back);
    } else {
      connect(to, acceptor, back);
    }
  }

  /** A machine that has crashed does not even answer; one whose node has left refuses. */
  private static boolean isCrashed(SimHost host) {
    return host.loop().isCrashed();
  }

  private void connect(SimHost to, Acceptor acceptor, Path back) {
    SimConnection connection = network.connect(from, to, !remote.via().isEmpty());
    SimWire dialled = connection.dialledWire();
    SimWire accepted = connection.acceptedWire();
    to.loop()
        .execute(
            () -> {
              if (accepted.isOpen()) {
                accepted.handledBy(acceptor.onAccepted(accepted, to.loop().nowNs()));
              }
            });
    Runnable onConnected =
        () -> {
          if (!from.transport().isOpen()) {
            dialled.close("transport closed");
          }
          if (dialled.isOpen()) {
            dialled.handledBy(dialer.onConnected(dialled, from.loop().nowNs()));
          } else {
            dialer.onFailed("connection reset", from.loop().nowNs());
          }
        };
    connection.dialledAt(world.nowNs() + back.settings.latencyNs());
    world.add(back.settings.latencyNs(), from.loop(), false, onConnected);
  }

  private long tripNs(Path path) {
    return path.settings.latencyNs() + network.random().nextLong(path.settings.jitterNs() + 1);
  }

  private void refuse(Path path, Path back) {
    fail(tripNs(path) + tripNs(back), "connection refused");
  }

  private void giveUp() {
    fail(GIVE_UP_NS + network.random().nextLong(GIVE_UP_NS), "no answer");
  }

  private void fail(long afterNs, String reason) {
    Runnable onFailed = () -> dialer.onFailed(reason + ": " + remote, from.loop().nowNs());
    world.add(afterNs, from.loop(), false, onFailed);
  }
}
