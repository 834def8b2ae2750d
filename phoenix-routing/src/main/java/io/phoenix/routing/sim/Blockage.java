package io.phoenix.routing.sim;

import java.util.Collection;
import java.util.List;

/** A silent partition between two sets of hosts: no packet passes until it is healed. */
public final class Blockage {
  private final SimNetwork network;
  private final List<SimHost> one;
  private final List<SimHost> other;
  private boolean healed;

  Blockage(SimNetwork network, Collection<SimHost> one, Collection<SimHost> other) {
    this.network = network;
    this.one = List.copyOf(one);
    this.other = List.copyOf(other);
  }

  void begin() {
    for (SimHost a : one) {
      for (SimHost b : other) {
        network.path(a, b).block();
        network.path(b, a).block();
      }
    }
  }

  /**
   * Breaks the connections across, as routers that send resets do; each end is told at a moment of
   * its own.
   */
  public void reset(long untoldNs) {
    for (SimConnection c : List.copyOf(network.connections())) {
      if (crosses(c)) {
        c.cut(untoldNs);
      }
    }
  }

  /** Lets packets pass again. */
  public void heal() {
    if (healed) {
      return;
    }
    healed = true;
    for (SimHost a : one) {
      for (SimHost b : other) {
        network.path(a, b).unblock();
        network.path(b, a).unblock();
      }
    }
    for (SimConnection c : List.copyOf(network.connections())) {
      if (crosses(c) && !network.path(c.from(), c.to()).isBlocked()) {
        c.onUnblocked();
      }
    }
  }

  private boolean crosses(SimConnection c) {
    return (one.contains(c.from()) && other.contains(c.to()))
        || (one.contains(c.to()) && other.contains(c.from()));
  }
}
