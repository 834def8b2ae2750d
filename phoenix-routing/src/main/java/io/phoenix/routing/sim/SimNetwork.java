package io.phoenix.routing.sim;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The hosts and the ways between them, with everything that can go wrong on those: see the package
 * for the list of faults.
 */
public final class SimNetwork {

  /** Sees what is sent. */
  @FunctionalInterface
  public interface Tap {
    /** A node has put these bytes on the way, whether they arrive or not. */
    void onSent(SimHost from, SimHost to, byte[] bytes);
  }

  private final SimWorld world;
  private final List<SimHost> hosts = new ArrayList<>();
  private final Map<String, SimHost> byAddress = new HashMap<>();
  private final Map<Long, Path> paths = new HashMap<>();
  private final List<SimConnection> connections = new ArrayList<>();
  private BiFunction<SimHost, SimHost, PathSettings> model = (from, to) -> PathSettings.LAN;
  private @Nullable RandomGenerator random;
  private final List<Tap> taps = new ArrayList<>();
  private int sweepAt = 64;

  SimNetwork(SimWorld world) {
    this.world = world;
  }

  /** Shows {@code tap} everything that is sent from now on. */
  public void tap(Tap tap) {
    taps.add(tap);
  }

  void onSent(SimHost from, SimHost to, byte[] bytes) {
    for (Tap tap : taps) {
      tap.onSent(from, to, bytes);
    }
  }

  /** What ways are like that nobody has said anything else about; asked once for each. */
  public void model(BiFunction<SimHost, SimHost, PathSettings> model) {
    this.model = model;
  }

  /** As {@link #model}, and also for ways that there are already. */
  public void remodel(BiFunction<SimHost, SimHost, PathSettings> model) {
    this.model = model;
    paths.forEach(
        (key, path) ->
            path.settings = model.apply(hosts.get((int) (key >> 32)), hosts.get((int) (long) key)));
  }

  /** Adds a machine, linked to nothing. */
  public SimHost addHost(String address) {
    SimHost host = new SimHost(world, this, hosts.size(), address);
    hosts.add(host);
    if (byAddress.put(address, host) != null) {
      throw new IllegalArgumentException("there are two hosts with the address " + address);
    }
    return host;
  }

  /** All hosts that there ever were, in the order in which they were added. */
  public List<SimHost> hosts() {
    return Collections.unmodifiableList(hosts);
  }

  /** Connections that some end still holds, in the order in which they were made. */
  public List<SimConnection> connections() {
    connections.removeIf(c -> !c.isOpen());
    return Collections.unmodifiableList(connections);
  }

  /** Says what becomes of attempts to dial from one host to another. */
  public void reach(SimHost from, SimHost to, Reach reach) {
    path(from, to).reach = reach;
  }

  /** Changes what the way from one host to another is like, in one direction. */
  public void settings(SimHost from, SimHost to, PathSettings settings) {
    path(from, to).settings = settings;
  }

  /** What the way from one host to another is like. */
  public PathSettings settings(SimHost from, SimHost to) {
    return path(from, to).settings;
  }

  /**
   * Lets no packet pass between two sets of hosts, until it is healed. Nobody is told: connections
   * hang, and go on if neither end has given up by the time of healing.
   */
  public Blockage block(Collection<SimHost> one, Collection<SimHost> other) {
    Blockage blockage = new Blockage(this, one, other);
    blockage.begin();
    return blockage;
  }

  /** Stops a host for ever. Its peers are told, at moments of their own, or not at all. */
  public void crash(SimHost host, boolean told, long untoldNs) {
    host.loop().crash();
    host.transport().crash();
    for (SimConnection c : List.copyOf(connections())) {
      if (c.from() == host || c.to() == host) {
        if (told) {
          c.cut(untoldNs);
        } else {
          c.die();
        }
      }
    }
    host.wires.forEach(SimWire::vanish);
    host.wires.clear();
  }

  @Nullable SimHost host(String address) {
    return byAddress.get(address);
  }

  Path path(SimHost from, SimHost to) {
    long key = (long) from.index() << 32 | to.index();
    Path path = paths.get(key);
    if (path == null) {
      path = new Path(model.apply(from, to));
      paths.put(key, path);
    }
    return path;
  }

  SimConnection connect(SimHost from, SimHost to, boolean isTunnel) {
    if (connections.size() >= sweepAt) {
      sweepAt = Math.max(64, 2 * connections().size());
    }
    SimWire dialled = new SimWire(from, to);
    SimWire accepted = new SimWire(to, from);
    SimConnection connection =
        new SimConnection(
            world, path(from, to), path(to, from), dialled, accepted, random(), isTunnel);
    connections.add(connection);
    return connection;
  }

  RandomGenerator random() {
    if (random == null) {
      random = world.random("network", 0);
    }
    return random;
  }
}
