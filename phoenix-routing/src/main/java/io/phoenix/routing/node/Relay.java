package io.phoenix.routing.node;

import io.phoenix.routing.collect.LongMap;
import io.phoenix.routing.flow.FlowEvents;
import io.phoenix.routing.link.Link;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Passes on frames between other nodes. It promises nothing: a frame that finds no way, or too much
 * queued already, is dropped, and the flow that it belongs to notices.
 */
final class Relay {
  /** How much may be queued for others. Their windows bound it, too, but not their number. */
  private static final long MAX_BYTES = 256L << 20;

  /** How much of that may have come from one neighbour. */
  private static final long MAX_BYTES_OF_ONE = MAX_BYTES / 4;

  /** One lane of one flow. */
  record Key(long src, long dst, int lane) {}

  private final FlowEvents ways;
  private final Map<Key, RelayQueue> queues = new LinkedHashMap<>();

  /** By neighbour, how much is queued of what came from it. */
  private final LongMap<long[]> byNeighbour = new LongMap<>();

  private long bytes;
  private long dropped;

  Relay(FlowEvents ways) {
    this.ways = ways;
  }

  /** How many frames were dropped for want of a way or of room. */
  long dropped() {
    return dropped;
  }

  /** How much is queued. */
  long bytes() {
    return bytes;
  }

  /** A data frame for another node came from a neighbour. */
  void onData(long from, DataHeader h, ByteBuffer payload) {
    if (mustDrop(from, h.dst, ++h.hops)) {
      return;
    }
    byte[] copy = new byte[payload.remaining()];
    payload.get(copy);
    queue(h.src, h.dst, h.lane).add(from, h.copy(), copy);
  }

  /** A probe for another node came from a neighbour. */
  void onProbe(long from, ProbeHeader p) {
    if (!mustDrop(from, p.dst, ++p.hops)) {
      queue(p.src, p.dst, p.lane).addProbe(from, p);
    }
  }

  void onAck(AckHeader a) {
    Link link = ways.linkTo(a.dst);
    if (link != null && ++a.hops <= Frames.MAX_HOPS) {
      link.writeAck(a);
    }
  }

  private boolean mustDrop(long from, long dst, int hops) {
    long[] share = byNeighbour.get(from);
    boolean full = bytes > MAX_BYTES || (share != null && share[0] > MAX_BYTES_OF_ONE);
    boolean drop = full || hops > Frames.MAX_HOPS || ways.linkTo(dst) == null;
    dropped += drop ? 1 : 0;
    return drop;
  }

  private RelayQueue queue(long src, long dst, int lane) {
    return queues.computeIfAbsent(new Key(src, dst, lane), key -> new RelayQueue(this, ways, key));
  }

  /** The way to a node has changed: what is queued for it takes the new one. */
  void onWayChanged(long node) {
    for (Map.Entry<Key, RelayQueue> entry : List.copyOf(queues.entrySet())) {
      if (entry.getKey().dst() == node) {
        entry.getValue().schedule();
      }
    }
  }

  /** So much more, or less, is queued of what came from a neighbour. */
  void count(long from, long delta) {
    bytes += delta;
    long[] share = byNeighbour.get(from);
    if (share == null) {
      share = new long[1];
      byNeighbour.put(from, share);
    }
    share[0] += delta;
    if (share[0] == 0) {
      byNeighbour.remove(from);
    }
  }

  void remove(Key key) {
    queues.remove(key);
  }
}
