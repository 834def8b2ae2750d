package io.phoenix.routing.node;

import io.phoenix.routing.flow.FlowEvents;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.link.FrameSource;
import io.phoenix.routing.link.Link;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.ProbeHeader;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Frames of one lane of one flow that pass through this node, in order. Probes queue with the data:
 * what they tell depends on their place in it.
 */
final class RelayQueue implements FrameSource {
  private static final byte[] NOTHING = new byte[0];

  /** A frame: data, or a probe, which has only hops and a nonce. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Frame(long from, DataHeader header, byte[] payload, boolean isProbe, long nonce) {
    long bytes() {
      return OVERHEAD + payload.length;
    }
  }

  /** What a frame takes up beside its payload, if it is alone in its queue. */
  private static final long OVERHEAD = 512;

  private final Relay relay;
  private final FlowEvents ways;
  private final Relay.Key key;
  private final Deque<Frame> frames = new ArrayDeque<>();
  private final ProbeHeader probe = new ProbeHeader();

  RelayQueue(Relay relay, FlowEvents ways, Relay.Key key) {
    this.relay = relay;
    this.ways = ways;
    this.key = key;
  }

  void add(long from, DataHeader h, byte[] payload) {
    push(new Frame(from, h, payload, false, 0));
  }

  void addProbe(long from, ProbeHeader p) {
    DataHeader h = new DataHeader();
    h.hops = p.hops;
    push(new Frame(from, h, NOTHING, true, p.nonce));
  }

  private void push(Frame frame) {
    frames.addLast(frame);
    relay.count(frame.from(), frame.bytes());
    schedule();
  }

  /** Queues up at the link on the way to the destination, or drops everything if there is none. */
  void schedule() {
    Link link = ways.linkTo(key.dst());
    if (link != null) {
      link.ready(this);
    } else {
      // The sender keeps its messages: it finds out what was lost when there is a way again.
      frames.forEach(frame -> relay.count(frame.from(), -frame.bytes()));
      frames.clear();
      relay.remove(key);
    }
  }

  @Override
  public boolean urgent() {
    return key.lane() == Lane.URGENT;
  }

  @Override
  public boolean emit(Link link, long nowNs) {
    if (ways.linkTo(key.dst()) != link) {
      schedule();
      return false;
    }
    Frame frame = frames.pollFirst();
    if (frame != null) {
      relay.count(frame.from(), -frame.bytes());
      write(link, frame);
    }
    if (frames.isEmpty()) {
      relay.remove(key);
    }
    return !frames.isEmpty();
  }

  private void write(Link link, Frame frame) {
    if (!frame.isProbe) {
      link.writeData(frame.header, frame.payload, 0, frame.payload.length);
      return;
    }
    probe.dst = key.dst();
    probe.src = key.src();
    probe.lane = key.lane();
    probe.hops = frame.header.hops;
    probe.nonce = frame.nonce;
    link.writeProbe(probe);
  }
}
