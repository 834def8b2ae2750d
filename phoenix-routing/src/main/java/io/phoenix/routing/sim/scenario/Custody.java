package io.phoenix.routing.sim.scenario;

import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.sim.SimNetwork;
import io.phoenix.routing.sim.scenario.Letter.Stream;
import io.phoenix.routing.sim.scenario.Letter.Way;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.FrameDecoder;
import io.phoenix.routing.wire.FrameHandler;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Control;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Who holds which letter, as an eavesdropper on the wires knows it. A letter is with its author
 * until a node has acknowledged it, or sends it on; then it is with that node. A letter that was
 * put on a wire and not acknowledged may be at either end.
 */
final class Custody implements SimNetwork.Tap, FrameHandler {

  /** One letter among all. */
  record Item(Stream stream, long number) {}

  /** One lane of a flow. */
  private record FlowLane(long src, long dst, int lane) {}

  /** A letter that was put on the wire, from one author's node to another's. */
  private record Hop(FlowLane flow, long lastSeq, int from, int to) {}

  /** The way of one letter. */
  private static final class Journey {
    final List<Hop> hops = new ArrayList<>();

    /** How many of the hops are known to be over. */
    int over;

    void arriveBy(int hop) {
      over = Math.max(over, hop + 1);
    }
  }

  private final LongToIntFunction authors;
  private final FrameDecoder decoder = new FrameDecoder(Integer.MAX_VALUE);
  private final Map<Item, Journey> journeys = new HashMap<>();

  /**
   * What was put on the wire in each lane and not acknowledged, by the number of its last frame.
   */
  private final Map<FlowLane, NavigableMap<Long, Item>> underWay = new HashMap<>();

  /**
   * Nobody holds anything yet.
   *
   * @param authors who has or had a node's name
   */
  Custody(LongToIntFunction authors) {
    this.authors = authors;
  }

  /** The author whose node is known to have had the letter last. */
  int holder(Item item) {
    Journey journey = journeys.get(item);
    return journey == null || journey.over == 0
        ? item.stream().sender()
        : journey.hops.get(journey.over - 1).to();
  }

  /** The author whose node may have the letter instead: it was sent there last; -1 if none. */
  int maybe(Item item) {
    Journey journey = journeys.get(item);
    return journey == null || journey.over == journey.hops.size()
        ? -1
        : journey.hops.get(journey.hops.size() - 1).to();
  }

  @Override
  public void onSent(SimHost from, SimHost to, byte[] bytes) {
    try {
      decoder.decode(ByteBuffer.wrap(bytes), this, 0);
    } catch (BadFrameException e) {
      throw new IllegalStateException(from + " -> " + to + " carries no frame", e);
    }
  }

  @Override
  public void onData(DataHeader h, ByteBuffer payload, long nowNs) {
    Item item = h.kind == Kind.APP && h.first ? item(h, payload) : null;
    if (item == null) {
      return;
    }
    FlowLane flow = new FlowLane(h.src, h.dst, h.lane);
    int frames = Math.max(1, (h.total + Frames.MAX_FRAGMENT - 1) / Frames.MAX_FRAGMENT);
    Hop hop =
        new Hop(flow, h.seq + frames - 1, authors.applyAsInt(h.src), authors.applyAsInt(h.dst));
    Journey journey = journeys.computeIfAbsent(item, i -> new Journey());
    if (journey.hops.contains(hop)) {
      return; // passed on by a relay, or sent again
    }
    for (int i = journey.hops.size() - 1; i >= journey.over; i--) {
      if (journey.hops.get(i).to() == hop.from()) {
        journey.arriveBy(i); // who sends a letter on has it
      }
    }
    journey.hops.add(hop);
    underWay.computeIfAbsent(flow, f -> new TreeMap<>()).put(hop.lastSeq(), item);
  }

  private static @Nullable Item item(DataHeader h, ByteBuffer payload) {
    for (Way way : Way.values()) {
      if (way.tag == h.tag) {
        Letter letter = Letter.of(payload);
        return new Item(letter.stream(way), letter.number());
      }
    }
    return null;
  }

  @Override
  public void onAck(AckHeader a, long nowNs) {
    FlowLane flow = new FlowLane(/* src= */ a.dst, /* dst= */ a.src, a.lane);
    NavigableMap<Long, Item> sent = underWay.get(flow);
    if (sent == null) {
      return;
    }
    Map<Long, Item> accepted = sent.headMap(a.ackSeq, true);
    accepted.forEach((lastSeq, item) -> onAccepted(item, flow, lastSeq));
    accepted.clear();
  }

  private void onAccepted(Item item, FlowLane flow, long lastSeq) {
    Journey journey = journeys.computeIfAbsent(item, i -> new Journey());
    for (int i = 0; i < journey.hops.size(); i++) {
      Hop hop = journey.hops.get(i);
      if (hop.lastSeq() == lastSeq && hop.flow().equals(flow)) {
        journey.arriveBy(i);
      }
    }
  }

  @Override
  public void onControl(Control message, long nowNs) {}

  @Override
  public void onProbe(ProbeHeader p, long nowNs) {}
}
