package io.phoenix.workstealing.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MonitorTest {
  private static final long SELF = -1;
  private final Monitor monitor = new Monitor(SELF, new SplittableRandom(3));

  private static PeerInfo info(long node, long version, int readyLevel) {
    return new PeerInfo(node, VirtualRange.of(0, 10), "", version, 1, 1, readyLevel, 0);
  }

  private Peer only() {
    assertThat(monitor.peers()).hasSize(1);
    return monitor.peers().iterator().next();
  }

  @Test
  void newerNewsReplaceOlderOnesAndNotTheOtherWayRound() {
    monitor.onNews(List.of(info(-2, 5, 1)), 10);
    monitor.onNews(List.of(info(-2, 4, 2)), 20);
    assertThat(only().info().readyLevel()).isEqualTo(1);
    monitor.onNews(List.of(info(-2, 6, 3)), 30);
    assertThat(only()).isEqualTo(new Peer(info(-2, 6, 3), 30, 0));
  }

  @Test
  void newsOfOneselfAreNoNews() {
    monitor.onNews(List.of(info(SELF, 9, 1)), 10);
    assertThat(monitor.peers()).isEmpty();
  }

  @Test
  void latencyIsSmoothedAndOutlivesNews() {
    monitor.onNews(List.of(info(-2, 1, 1)), 10);
    monitor.onLatency(-2, 1000);
    assertThat(only().latencyNs()).isEqualTo(1000);
    monitor.onLatency(-2, 2000);
    assertThat(only().latencyNs()).isEqualTo(1300);
    monitor.onNews(List.of(info(-2, 2, 1)), 20);
    assertThat(only().latencyNs()).isEqualTo(1300);
    monitor.onLatency(-3, 5); // nobody knows it
    assertThat(monitor.peers()).hasSize(1);
  }

  @Test
  void whatIsPassedOnIsBoundedAndComesToAll() {
    for (int n = 2; n < 12; n++) {
      monitor.onNews(List.of(info(-n, 1, 1)), n);
    }
    PeerInfo own = info(SELF, 1, 1);
    Set<Long> told = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      List<PeerInfo> news = monitor.news(own);
      assertThat(news).hasSizeLessThanOrEqualTo(1 + Monitor.PASSED_ON);
      assertThat(news.get(0)).isEqualTo(own);
      news.forEach(each -> told.add(each.node()));
    }
    assertThat(told).hasSize(11);
  }

  @Test
  void theOneHeardOfLongestAgoIsForgottenFirst() {
    for (int n = 2; n < 2 + Monitor.MAX_PEERS; n++) {
      monitor.onNews(List.of(info(-n, 1, 1)), n);
    }
    monitor.onNews(List.of(info(-2, 2, 1)), 1000); // heard of again
    monitor.onNews(List.of(info(-9999, 1, 1)), 1001);
    List<Long> known = monitor.peers().stream().map(peer -> peer.info().node()).toList();
    assertThat(known).hasSize(Monitor.MAX_PEERS).contains(-2L, -9999L).doesNotContain(-3L);
  }

  @Test
  void whatIsStaleIsForgotten() {
    monitor.onNews(List.of(info(-2, 1, 1)), 0);
    monitor.onNews(List.of(info(-3, 1, 1)), Monitor.STALE_NS + 1);
    assertThat(only().info().node()).isEqualTo(-3);
  }
}
