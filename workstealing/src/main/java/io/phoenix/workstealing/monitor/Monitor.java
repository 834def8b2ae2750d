package io.phoenix.workstealing.monitor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Keeps the news of the {@value #MAX_PEERS} other nodes heard of last, and picks some to pass on.
 * Each message carries the news of its sender and of {@value #PASSED_ON} other nodes, so that news
 * spread as rumours do (gossip), at a bounded cost for each message.
 */
public final class Monitor {
  /** How many nodes are remembered. */
  public static final int MAX_PEERS = 256;

  /** The news of how many other nodes a message carries. */
  static final int PASSED_ON = 2;

  /** News that are older are forgotten. */
  static final long STALE_NS = 30_000_000_000L;

  /** The weight of the newest measurement of a latency. */
  private static final double NEWEST = 0.3;

  private final long self;
  private final RandomGenerator random;

  /** By name; the node heard of longest ago is first. */
  private final Map<Long, Peer> peers = new LinkedHashMap<>();

  /** A monitor that knows no node. */
  public Monitor(long self, RandomGenerator random) {
    this.self = self;
    this.random = random;
  }

  /** Takes in the news that came with a message. */
  public void onNews(List<PeerInfo> news, long nowNs) {
    for (PeerInfo info : news) {
      if (info.node() != self) {
        Peer known = peers.get(info.node());
        if (known == null || known.info().version() < info.version()) {
          put(new Peer(info, nowNs, known == null ? 0 : known.latencyNs()));
        }
      }
    }
  }

  /** A node has answered after so long. */
  public void onLatency(long node, long latencyNs) {
    Peer known = peers.get(node);
    if (known != null) {
      long smoothed =
          known.latencyNs() == 0
              ? latencyNs
              : Math.round((1 - NEWEST) * known.latencyNs() + NEWEST * latencyNs);
      peers.put(node, new Peer(known.info(), known.heardNs(), Math.max(1, smoothed)));
    }
  }

  private void put(Peer peer) {
    peers.remove(peer.info().node());
    peers.put(peer.info().node(), peer);
    Iterator<Peer> eldest = peers.values().iterator();
    Peer first = eldest.next();
    if (peers.size() > MAX_PEERS || peer.heardNs() - first.heardNs() > STALE_NS) {
      eldest.remove();
    }
  }

  /** All nodes that are known; the node heard of longest ago is first. */
  public Collection<Peer> peers() {
    return Collections.unmodifiableCollection(peers.values());
  }

  /** The news to send along with a message. */
  public List<PeerInfo> news(PeerInfo own) {
    List<PeerInfo> news = new ArrayList<>(1 + PASSED_ON);
    news.add(own);
    int size = peers.size();
    if (size > 0) {
      // Consecutive nodes from a random place on: as good as random ones, and found in one pass.
      int skip = random.nextInt(size);
      for (Peer peer : peers.values()) {
        if (skip-- <= 0 && news.size() <= PASSED_ON) {
          news.add(peer.info());
        }
      }
    }
    return news;
  }
}
