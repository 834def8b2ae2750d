package io.phoenix.routing.dsdv;

import io.phoenix.api.Loop;
import io.phoenix.routing.world.Timers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * A network of {@link Dsdv} nodes under one virtual clock: links deliver in order and with delay,
 * or break with what is in flight. After every event it checks that following next hops never comes
 * back to a node.
 */
final class DsdvNet {
  static final long MS = 1_000_000;

  /** A link between two nodes, from when it comes up until it breaks. */
  final class Session {
    final Host a;
    final Host b;
    long rttNs;
    boolean cut;
    private final long[] readyNs = new long[2];
    private final long[] lastArrivalNs = {Long.MIN_VALUE, Long.MIN_VALUE};

    private Session(Host a, Host b, long rttNs) {
      this.a = a;
      this.b = b;
      this.rttNs = rttNs;
    }

    Host other(Host host) {
      return host == a ? b : a;
    }

    private void deliver(Host from, Runnable arrival) {
      Host to = other(from);
      int side = to == a ? 0 : 1;
      long atNs = Math.max(nowNs + rttNs / 2, Math.max(readyNs[side], lastArrivalNs[side]));
      lastArrivalNs[side] = atNs;
      messages++;
      inFlight++;
      at(
          atNs,
          () -> {
            inFlight--;
            if (!cut && to.isUp && to.sessions.get(from.name) == this) {
              arrival.run();
            }
          });
    }
  }

  /** A node. */
  final class Host implements DsdvEffects, Timers {
    final long name;
    final Dsdv dsdv;
    boolean isUp = true;

    /** The sessions that this node believes to be up. */
    final Map<Long, Session> sessions = new TreeMap<>();

    final List<Long> forgot = new ArrayList<>();

    private Host(long name) {
      this.name = name;
      this.dsdv = new Dsdv(name, settings, this, this, rule);
    }

    @Override
    public void sendRoutes(long neighbour, List<RouteEntry> routes) {
      entries += routes.size();
      Session session = sessions.get(neighbour);
      session.deliver(
          this, () -> session.other(this).dsdv.onRoutes(name, routes, DsdvNet.this.nowNs));
    }

    @Override
    public void sendSeqnoRequest(long neighbour, long node, long seqno, int hops) {
      requests++;
      Session session = sessions.get(neighbour);
      session.deliver(
          this,
          () ->
              session.other(this).dsdv.onSeqnoRequest(name, node, seqno, hops, DsdvNet.this.nowNs));
    }

    @Override
    public void onRouteChanged(long node, long nextHop, long nowNs) {
      changed.add(node);
      routeChanges++;
      if (dsdv.nextHop(node) != nextHop) {
        throw new AssertionError("told of next hop " + nextHop + ", have " + dsdv.nextHop(node));
      }
    }

    @Override
    public void onForgotten(long node, long nowNs) {
      forgot.add(node);
    }

    @Override
    public Loop.Timer set(long delayNs, LongConsumer onTimeout) {
      boolean[] cancelled = {false};
      at(
          nowNs + delayNs,
          () -> {
            if (isUp && !cancelled[0]) {
              onTimeout.accept(nowNs);
            }
          });
      return () -> cancelled[0] = true;
    }
  }

  private record Event(long atNs, long order, Runnable action) {}

  private final DsdvSettings settings;
  private final Feasibility rule;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          (x, y) ->
              x.atNs != y.atNs ? Long.compare(x.atNs, y.atNs) : Long.compare(x.order, y.order));
  private final Map<Long, Host> hosts = new HashMap<>();
  private final Set<Long> changed = new LinkedHashSet<>();
  private long order;
  boolean checksLoops = true;
  long nowNs = -5_000_000_000L; // the clock's origin is arbitrary
  long messages;
  long entries;
  long requests;
  long routeChanges;
  long inFlight;

  DsdvNet(DsdvSettings settings, Feasibility rule) {
    this.settings = settings;
    this.rule = rule;
  }

  Host addHost(long name) {
    Host host = new Host(name);
    hosts.put(name, host);
    return host;
  }

  Host host(long name) {
    return hosts.get(name);
  }

  /** Makes a link; each end sees it come up when told. */
  Session connect(Host a, Host b, long rttNs, long delayA, long delayB) {
    Session session = new Session(a, b, rttNs);
    session.readyNs[0] = nowNs + delayA;
    session.readyNs[1] = nowNs + delayB;
    at(session.readyNs[0], () -> up(session, a));
    at(session.readyNs[1], () -> up(session, b));
    return session;
  }

  private void up(Session session, Host host) {
    if (host.isUp && !session.cut) {
      host.sessions.put(session.other(host).name, session);
      host.dsdv.onNeighbourUp(session.other(host).name, session.rttNs, nowNs);
    }
  }

  /** Breaks a link: what is in flight is lost, and each end notices when told. */
  void cut(Session session, long delayA, long delayB) {
    session.cut = true;
    at(nowNs + delayA, () -> down(session, session.a));
    at(nowNs + delayB, () -> down(session, session.b));
  }

  private void down(Session session, Host host) {
    long peer = session.other(host).name;
    if (host.isUp && host.sessions.get(peer) == session) {
      host.sessions.remove(peer);
      host.dsdv.onNeighbourDown(peer, nowNs);
    }
  }

  /** Both ends of a link measure its round-trip time. */
  void measure(Session session) {
    for (Host host : List.of(session.a, session.b)) {
      if (host.isUp && host.sessions.get(session.other(host).name) == session) {
        host.dsdv.onNeighbourCost(session.other(host).name, session.rttNs, nowNs);
      }
    }
  }

  void at(long atNs, Runnable action) {
    events.add(new Event(atNs, order++, action));
  }

  void runFor(long durationNs) {
    long untilNs = nowNs + durationNs;
    while (!events.isEmpty() && events.peek().atNs <= untilNs) {
      step();
    }
    nowNs = untilNs;
  }

  /** Runs until no message is in flight any more; timers may still be set. */
  void runUntilQuiet(long atLeastNs) {
    runFor(atLeastNs);
    while (inFlight > 0) {
      step();
    }
  }

  private void step() {
    Event event = events.remove();
    nowNs = event.atNs;
    event.action.run();
    check();
  }

  /** Only a change of next hop can close a loop. */
  void check() {
    if (checksLoops) {
      for (long node : changed) {
        for (Host from : hosts.values()) {
          checkNoLoop(from, node);
        }
      }
    }
    changed.clear();
  }

  private void checkNoLoop(Host from, long node) {
    Host at = from;
    for (int hops = 0; at.isUp && at.name != node; hops++) {
      long next = at.dsdv.nextHop(node);
      if (next == 0) {
        return;
      }
      if (hops > hosts.size()) {
        throw new AssertionError(
            "routes to " + node + " loop at " + nowNs + " ns: " + loop(at, node));
      }
      at = hosts.get(next);
    }
  }

  private String loop(Host from, long node) {
    StringBuilder path = new StringBuilder().append(from.name);
    Host at = from;
    do {
      at = hosts.get(at.dsdv.nextHop(node));
      path.append(" → ").append(at.name);
    } while (at != from);
    return path.toString();
  }
}
