package io.phoenix.routing.dsdv;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.routing.dsdv.DsdvNet.Host;
import io.phoenix.routing.dsdv.DsdvNet.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * One seed's life of a small network: links that come, go and change their cost, nodes that crash,
 * leave and are replaced. {@link DsdvNet} checks for loops at every step; at the end this checks
 * what must be true once all is quiet.
 */
final class DsdvScenario {
  private static final long MS = DsdvNet.MS;

  static final DsdvSettings SETTINGS =
      new DsdvSettings(
          3_000 * MS, // forget
          20_000 * MS, // departed
          20_000 * MS, // hold
          10 * MS,
          10 * MS,
          200 * MS,
          5_000 * MS,
          100 * MS,
          500 * MS,
          64,
          100 * MS,
          256,
          new Threshold(25, 500),
          new Threshold(10, 100),
          new Threshold(20, 100),
          1_000,
          100,
          true);

  private final Random random;
  final DsdvNet net;
  private final List<Host> alive = new ArrayList<>();
  private final List<Session> links = new ArrayList<>();
  private final List<Long> departed = new ArrayList<>();
  private long lastName;

  DsdvScenario(long seed, Feasibility rule) {
    this.random = new Random(seed);
    this.net = new DsdvNet(SETTINGS, rule);
  }

  void run() {
    int size = 2 + random.nextInt(11);
    for (int i = 0; i < size; i++) {
      join();
    }
    int disturbances = 10 + random.nextInt(80);
    for (int i = 0; i < disturbances; i++) {
      disturb(size);
      net.check();
      net.runFor(pause());
    }
    for (Session link : links) {
      measure(link, link.rttNs);
    }
    net.runUntilQuiet(60_000 * MS);
    checkQuiet();
    checkRoutes();
  }

  /** Mostly short, so that several things happen at once; at times long enough for all timers. */
  private long pause() {
    return switch (random.nextInt(20)) {
      case 0 -> 30_000 * MS;
      case 1, 2 -> random.nextLong(3_000 * MS);
      case 3, 4, 5, 6 -> random.nextLong(300 * MS);
      default -> random.nextLong(20 * MS);
    };
  }

  private void disturb(int size) {
    switch (random.nextInt(20)) {
      case 0 -> {
        if (alive.size() > 2) {
          crash(alive.get(random.nextInt(alive.size())));
        }
      }
      case 1 -> {
        if (alive.size() > 2) {
          leave(alive.get(random.nextInt(alive.size())));
        }
      }
      case 2, 3 -> {
        if (alive.size() < size) {
          join();
        }
      }
      case 4, 5, 6, 7 -> {
        if (!links.isEmpty()) {
          measure(links.get(random.nextInt(links.size())), rtt());
        }
      }
      case 8, 9, 10, 11, 12 -> {
        if (!links.isEmpty()) {
          cut(links.get(random.nextInt(links.size())));
        }
      }
      default -> connect();
    }
  }

  /** Links measure again and again. */
  private void measure(Session link, long rttNs) {
    link.rttNs = rttNs;
    for (int i = 0; i < 4; i++) {
      net.at(net.nowNs + 100L * i * MS, () -> net.measure(link));
    }
  }

  private void join() {
    Host host = net.addHost(--lastName);
    alive.add(host);
    for (int i = random.nextInt(3); i >= 0 && alive.size() > 1; i--) {
      connect(host, alive.get(random.nextInt(alive.size())));
    }
  }

  private void connect() {
    connect(alive.get(random.nextInt(alive.size())), alive.get(random.nextInt(alive.size())));
  }

  private void connect(Host a, Host b) {
    boolean linked = links.stream().anyMatch(l -> (l.a == a && l.b == b) || (l.a == b && l.b == a));
    if (a != b && !linked) {
      links.add(net.connect(a, b, rtt(), random.nextLong(5 * MS), random.nextLong(5 * MS)));
    }
  }

  private void cut(Session link) {
    links.remove(link);
    // An end may hear of the next link before it notices that the old one is dead.
    net.cut(link, noticed(), noticed());
  }

  private long noticed() {
    return random.nextInt(4) == 0 ? random.nextLong(400 * MS) : random.nextLong(2 * MS);
  }

  private void crash(Host host) {
    alive.remove(host);
    host.isUp = false;
    for (Session link : List.copyOf(links)) {
      if (link.a == host || link.b == host) {
        cut(link);
      }
    }
  }

  private void leave(Host host) {
    crash(host);
    departed.add(host.name);
    for (Host other : alive) {
      net.at(
          net.nowNs + random.nextLong(200 * MS),
          () -> {
            if (other.isUp) {
              other.dsdv.onDeparted(host.name, net.nowNs);
            }
          });
    }
  }

  private long rtt() {
    return switch (random.nextInt(3)) {
      case 0 -> 50_000 + random.nextLong(MS);
      case 1 -> random.nextLong(20 * MS);
      default -> random.nextLong(100 * MS);
    };
  }

  private void checkQuiet() {
    long before = net.messages;
    net.runFor(60_000 * MS);
    assertThat(net.messages - before).as("messages at rest").isZero();
  }

  private void checkRoutes() {
    for (Host from : alive) {
      Map<Host, Long> shortest = shortest(from);
      for (Host to : alive) {
        if (from == to) {
          continue;
        }
        String pair = from.name + " to " + to.name;
        Long best = shortest.get(to);
        if (best == null) {
          assertThat(from.dsdv.nextHop(to.name)).as("no way, but route from " + pair).isZero();
          continue;
        }
        long real = follow(from, to);
        assertThat(real).as("cost of the route from " + pair).isLessThanOrEqualTo(2 * best + 1_000);
      }
      for (long gone : departed) {
        assertThat(from.dsdv.nextHop(gone)).as("route to one that left").isZero();
      }
    }
  }

  /** The sum of the links' costs along the route. */
  private long follow(Host from, Host to) {
    long cost = 0;
    for (Host at = from; at != to; ) {
      long next = at.dsdv.nextHop(to.name);
      assertThat(next)
          .as("next hop at " + at.name + " from " + from.name + " to " + to.name)
          .isNotZero();
      Session link = at.sessions.get(next);
      assertThat(link.cut).as("route over a link that is cut").isFalse();
      cost += cost(link);
      at = link.other(at);
    }
    return cost;
  }

  private static long cost(Session link) {
    return link.rttNs / 1_000 + SETTINGS.hopCost();
  }

  private Map<Host, Long> shortest(Host from) {
    Map<Host, Long> distance = new HashMap<>(Map.of(from, 0L));
    for (int round = 0; round < alive.size(); round++) {
      for (Session link : links) {
        relax(distance, link.a, link.b, cost(link));
        relax(distance, link.b, link.a, cost(link));
      }
    }
    return distance;
  }

  private static void relax(Map<Host, Long> distance, Host from, Host to, long cost) {
    Long known = distance.get(from);
    if (known != null) {
      distance.merge(to, known + cost, Math::min);
    }
  }
}
