package io.phoenix.apps.cluster;

import io.phoenix.api.Loop;
import io.phoenix.api.Node;
import io.phoenix.routing.link.LinkCounters;
import io.phoenix.routing.runtime.OverlayNode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** How much goes over a node's links in a second, on average over the last few. On its loop. */
final class Rates {
  private static final Duration APART = Duration.ofSeconds(1);
  private static final int SPAN = 5;

  private final OverlayNode node;
  private final Loop loop;
  private final Deque<Sample> samples = new ArrayDeque<>();

  private record Sample(long atNs, long framesIn, long framesOut, long bytesIn, long bytesOut) {}

  /** Frames and bytes a second. */
  record Rate(double framesIn, double framesOut, double bytesIn, double bytesOut) {}

  /**
   * @throws IllegalArgumentException if it is none of the overlay's nodes
   */
  Rates(Node node) {
    if (!(node instanceof OverlayNode overlay)) {
      throw new IllegalArgumentException(node.resourceName() + " counts nothing");
    }
    this.node = overlay;
    this.loop = node.loop();
  }

  void begin() {
    samples.addLast(sample());
    if (samples.size() > SPAN) {
      samples.removeFirst();
    }
    loop.schedule(APART, this::begin);
  }

  Rate rate() {
    Sample first = samples.isEmpty() ? sample() : samples.getFirst();
    Sample last = sample();
    double seconds = Math.max(0.1, (last.atNs - first.atNs) / 1e9);
    return new Rate(
        (last.framesIn - first.framesIn) / seconds,
        (last.framesOut - first.framesOut) / seconds,
        (last.bytesIn - first.bytesIn) / seconds,
        (last.bytesOut - first.bytesOut) / seconds);
  }

  private Sample sample() {
    LinkCounters c = node.counters();
    return new Sample(loop.nowNs(), c.framesIn(), c.framesOut(), c.bytesIn(), c.bytesOut());
  }
}
