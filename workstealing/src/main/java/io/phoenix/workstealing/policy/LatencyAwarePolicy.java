package io.phoenix.workstealing.policy;

import io.phoenix.workstealing.monitor.Peer;
import io.phoenix.workstealing.monitor.PeerInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Asks near nodes that have work first (paper 004, Figure 8), and keeps one request to a far node
 * out meanwhile: when the near nodes have nothing, its answer is already under way. Nodes of the
 * same cluster are near; without clusters, nodes that answer within {@value #NEAR_NS} ns.
 *
 * <p>One request in {@value #SEARCH} goes to a random virtual node, so that the thief finds nodes
 * of which it knows nothing, or nothing new.
 */
public final class LatencyAwarePolicy implements StealPolicy {
  static final long NEAR_NS = 2_000_000;
  static final int SEARCH = 8;

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public AmountPolicy amounts() {
    return new HalfForStronger();
  }

  @Override
  public VictimPolicy victims() {
    return LatencyAwarePolicy::choose;
  }

  private static long choose(ThiefView view) {
    int near = 0;
    int far = 0;
    for (long v : view.asked()) {
      if (isFar(v, view)) {
        far++;
      } else {
        near++;
      }
    }
    // A thief that knows no near node asks far ones instead, but not more of them for that.
    if (near < view.idleWorkers() && near + far <= view.idleWorkers()) {
      return near(view);
    }
    return far == 0 ? far(view) : VictimPolicy.NOBODY;
  }

  private static boolean isFar(long v, ThiefView view) {
    for (Peer peer : view.peers()) {
      if (peer.info().interval().contains(v)) {
        return !isNear(peer, view);
      }
    }
    return false; // nobody knows who assumes it: that was a search
  }

  private static boolean isNear(Peer peer, ThiefView view) {
    String own = view.self().cluster();
    return own.isEmpty()
        ? peer.latencyNs() > 0 && peer.latencyNs() < NEAR_NS
        : own.equals(peer.info().cluster());
  }

  /** One of the near nodes that have work, each half as likely as the one before it. */
  private static long near(ThiefView view) {
    if (view.random().nextInt(SEARCH) > 0) {
      List<Peer> loaded = new ArrayList<>();
      for (Peer peer : view.peers()) {
        if (peer.info().hasReady() && isNear(peer, view) && isFree(peer.info(), view)) {
          loaded.add(peer);
        }
      }
      loaded.sort(
          Comparator.comparingInt((Peer peer) -> peer.info().readyLevel())
              .thenComparingLong(Peer::latencyNs));
      for (Peer peer : loaded) {
        if (view.random().nextBoolean()) {
          return peer.info().interval().first();
        }
      }
    }
    return view.anyOther();
  }

  private static long far(ThiefView view) {
    List<Peer> loaded = new ArrayList<>();
    for (Peer peer : view.peers()) {
      if (peer.info().hasReady() && !isNear(peer, view) && isFree(peer.info(), view)) {
        loaded.add(peer);
      }
    }
    return loaded.isEmpty()
        ? VictimPolicy.NOBODY
        : loaded.get(view.random().nextInt(loaded.size())).info().interval().first();
  }

  private static boolean isFree(PeerInfo info, ThiefView view) {
    return view.asked().stream().noneMatch(info.interval()::contains)
        && !view.own().contains(info.interval().first());
  }
}
