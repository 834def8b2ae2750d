package io.phoenix.workstealing.policy;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.monitor.Peer;
import io.phoenix.workstealing.monitor.PeerInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** What a thief of cluster "home" knows who assumes [0, 100) of 1000 virtual nodes. */
final class FixedView implements ThiefView {
  final List<Peer> peers = new ArrayList<>();
  final List<Long> asked = new ArrayList<>();
  final RandomGenerator random = new SplittableRandom(7);
  int idleWorkers = 1;

  /** Adds a peer: the one with number n assumes [100 n, 100 n + 100). */
  FixedView with(int n, String cluster, int readyLevel, long latencyNs) {
    peers.add(new Peer(info(n, cluster, 1, readyLevel), 0, latencyNs));
    return this;
  }

  static PeerInfo info(int n, String cluster, int workers, int readyLevel) {
    return info(n, cluster, workers, readyLevel, 0);
  }

  static PeerInfo info(int n, String cluster, int workers, int readyLevel, double speed) {
    var interval = VirtualRange.of(100L * n, 100L * n + 100);
    return new PeerInfo(-1 - n, interval, cluster, 1, workers, workers, readyLevel, speed);
  }

  /** How often each peer is chosen in 1000 draws; [0]: nobody is. */
  int[] draws(VictimPolicy policy) {
    int[] counts = new int[10];
    for (int i = 0; i < 1000; i++) {
      long v = policy.victim(this);
      counts[v == VictimPolicy.NOBODY ? 0 : (int) (v / 100)]++;
    }
    return counts;
  }

  @Override
  public long spaceSize() {
    return 1000;
  }

  @Override
  public VirtualRange own() {
    return VirtualRange.of(0, 100);
  }

  @Override
  public PeerInfo self() {
    return info(0, "home", 1, -1);
  }

  @Override
  public List<Peer> peers() {
    return peers;
  }

  @Override
  public int idleWorkers() {
    return idleWorkers;
  }

  @Override
  public List<Long> asked() {
    return asked;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public long nowNs() {
    return 0;
  }
}
