package io.phoenix.routing.dsdv;

import io.phoenix.api.Loop;
import io.phoenix.routing.world.Timers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongConsumer;

/** One node on the test bench: time is set by hand, and effects are written down as text. */
final class DsdvBench implements DsdvEffects, Timers {
  static final long SELF = -1;
  static final long MS = 1_000_000;

  private record Timeout(long atNs, LongConsumer action) {}

  final Dsdv dsdv;
  private final List<String> effects = new ArrayList<>();
  private final List<Timeout> timeouts = new ArrayList<>();
  long nowNs;

  DsdvBench() {
    this(DsdvScenario.SETTINGS);
  }

  DsdvBench(DsdvSettings settings) {
    dsdv = new Dsdv(SELF, settings, this, this);
  }

  /** A link whose cost is {@code cost} comes up. */
  DsdvBench up(long neighbour, int cost) {
    dsdv.onNeighbourUp(neighbour, rttNs(cost), nowNs);
    return this;
  }

  DsdvBench down(long neighbour) {
    dsdv.onNeighbourDown(neighbour, nowNs);
    return this;
  }

  DsdvBench cost(long neighbour, int cost) {
    dsdv.onNeighbourCost(neighbour, rttNs(cost), nowNs);
    return this;
  }

  DsdvBench hear(long neighbour, RouteEntry... routes) {
    dsdv.onRoutes(neighbour, Arrays.asList(routes), nowNs);
    return this;
  }

  DsdvBench asked(long neighbour, long node, long seqno, int hops) {
    dsdv.onSeqnoRequest(neighbour, node, seqno, hops, nowNs);
    return this;
  }

  DsdvBench departed(long node) {
    dsdv.onDeparted(node, nowNs);
    return this;
  }

  /** Lets time pass, timers included. */
  DsdvBench pass(long durationNs) {
    long untilNs = nowNs + durationNs;
    while (true) {
      Timeout next = timeouts.stream().min(Comparator.comparingLong(Timeout::atNs)).orElse(null);
      if (next == null || next.atNs > untilNs) {
        break;
      }
      timeouts.remove(next);
      nowNs = next.atNs;
      next.action.accept(nowNs);
    }
    nowNs = untilNs;
    return this;
  }

  /** What has been done since the last call. */
  List<String> effects() {
    List<String> all = List.copyOf(effects);
    effects.clear();
    return all;
  }

  static RouteEntry route(long node, long seqno, int metric) {
    return new RouteEntry(node, seqno, metric);
  }

  static RouteEntry lost(long node, long seqno) {
    return new RouteEntry(node, seqno, Dsdv.INFINITE);
  }

  private static long rttNs(int cost) {
    return 1_000L * (cost - DsdvScenario.SETTINGS.hopCost());
  }

  @Override
  public void sendRoutes(long neighbour, List<RouteEntry> routes) {
    effects.add("to " + neighbour + ": " + routes);
  }

  @Override
  public void sendSeqnoRequest(long neighbour, long node, long seqno, int hops) {
    effects.add("ask " + neighbour + ": " + node + " #" + seqno + " hops=" + hops);
  }

  @Override
  public void onRouteChanged(long node, long nextHop, long nowNs) {
    effects.add(nextHop == 0 ? "lost " + node : node + " via " + nextHop);
  }

  @Override
  public void onForgotten(long node, long nowNs) {
    effects.add("forgotten " + node);
  }

  @Override
  public Loop.Timer set(long delayNs, LongConsumer onTimeout) {
    Timeout timeout = new Timeout(nowNs + delayNs, onTimeout);
    timeouts.add(timeout);
    return () -> timeouts.remove(timeout);
  }
}
