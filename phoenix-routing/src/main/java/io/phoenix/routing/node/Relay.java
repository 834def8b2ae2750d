package io.phoenix.routing.node;

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

  /** One lane of one flow. */
  record Key(long src, long dst, int lane) {}

  private final FlowEvents ways;
  private final Map<Key, RelayQueue> queues = new LinkedHashMap<>();
  private long bytes;
  private long dropped;

  Relay(FlowEvents ways) {
    this.ways = ways;
  }

  /** How many frames were dropped for want of a way or of room. */
  long dropped() {
    return dropped;
  }

  void onData(DataHeader h, ByteBuffer payload) {
    if (mustDrop(h.dst, ++h.hops)) {
      return;
    }
    byte[] copy = new byte[payload.remaining()];
    payload.get(copy);
    queue(h.src, h.dst, h.lane).add(h.copy(), copy);
  }

  void onProbe(ProbeHeader p) {
    if (!mustDrop(p.dst, ++p.hops)) {
      queue(p.src, p.dst, p.lane).addProbe(p);
    }
  }

  void onAck(AckHeader a) {
    Link link = ways.linkTo(a.dst);
    if (link != null && ++a.hops <= Frames.MAX_HOPS) {
      link.writeAck(a);
    }
  }

  private boolean mustDrop(long dst, int hops) {
    boolean drop = hops > Frames.MAX_HOPS || bytes > MAX_BYTES || ways.linkTo(dst) == null;
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

  void count(long delta) {
    bytes += delta;
  }

  void remove(Key key) {
    queues.remove(key);
  }
}
