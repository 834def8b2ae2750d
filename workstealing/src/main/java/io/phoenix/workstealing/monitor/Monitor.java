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
 * Keeps the news of other nodes, the {@value #MAX_PEERS} heard of last, and picks some to pass on:
 * with each message go the news of the sender and of {@value #PASSED_ON} others, so that all spread
 * as rumours do, at a bounded cost for each message.
 */
public final class Monitor {
  /** How many nodes are remembered. */
  public static final int MAX_PEERS = 256;

  /** How many of them are told about in a message. */
  static final int PASSED_ON = 2;

  /** What is older is forgotten. */
  static final long STALE_NS = 30_000_000_000L;

  /** The weight of the newest measurement of a latency. */
  private static final double NEWEST = 0.3;

  private final long self;
  private final RandomGenerator random;

  /** By name; the one heard of longest ago first. */
  private final Map<Long, Peer> peers = new LinkedHashMap<>();

  /** A monitor that knows nobody. */
  public Monitor(long self, RandomGenerator random) {
    this.self = self;
    this.random = random;
  }

  /** Takes in what came with a message. */
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

  /** All that are known, the one heard of longest ago first. */
  public Collection<Peer> peers() {
    return Collections.unmodifiableCollection(peers.values());
  }

  /** What to send along with a message. */
  public List<PeerInfo> news(PeerInfo own) {
    List<PeerInfo> news = new ArrayList<>(1 + PASSED_ON);
    news.add(own);
    int size = peers.size();
    if (size > 0) {
      // Consecutive ones, from a random place on: as good as random ones, and found in one go.
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
