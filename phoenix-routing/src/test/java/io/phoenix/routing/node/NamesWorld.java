package io.phoenix.routing.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.names.Fence;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.world.Notary;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Several nodes' names, joined by ideal flows: first in, first out for each ordered pair of nodes
 * and each lane, and nothing is lost. Everything else happens in any order that the seed likes:
 * when a frame arrives; when who hears of a change of owner; when a range is handed on, even by the
 * handler of a message for it.
 */
final class NamesWorld {
  /** A parcel in a flow. */
  record Frame(Parcel parcel, long epoch) {}

  private record FlowKey(long from, long to, int lane) {}

  private record Stream(long sender, long target, int lane) {}

  private record Handover(NamesNode to, OwnershipToken token) {}

  private record News(NamesNode to, NodeRecord record) {}

  final long spaceSize;
  final boolean fences;
  long nowNs = 1;
  private final SplittableRandom random;
  private final List<NamesNode> nodes = new ArrayList<>();
  private final Map<FlowKey, Deque<Frame>> flows = new HashMap<>();
  private final List<FlowKey> busyFlows = new ArrayList<>();
  private final List<Handover> handovers = new ArrayList<>();
  private final List<News> news = new ArrayList<>();
  private final Map<Stream, Long> sent = new HashMap<>();
  private final Map<Stream, Long> delivered = new HashMap<>();
  private final Map<Long, NodeRecord> lastRecords = new HashMap<>();
  private final Set<FlowKey> closed = new HashSet<>();
  private final Set<NamesNode> leaving = new HashSet<>();
  private final Set<NamesNode> left = new HashSet<>();
  private final Map<NamesNode, NamesNode> keepers = new HashMap<>();
  private long accepted;

  /** How likely each kind of event is; another mixture for each seed. */
  private final int[] weights = new int[7];

  /** How likely a handler is to hand on the range that its message is for. */
  private final int handlerReleases;

  /** Whether applications receive messages when they like, instead of having handlers. */
  final boolean receives;

  /** Whether nodes leave before they know where all that went through them has come to. */
  private final boolean hurried;

  /** What happens here, if somebody wants to know. */
  private final @Nullable DeliveryTrace trace;

  private boolean over;

  NamesWorld(long seed, boolean fences, boolean hurried, boolean receives) {
    this(seed, fences, hurried, receives, null);
  }

  /** A world of one virtual node and few nodes, of which all that happens is noted. */
  static NamesWorld traced(long seed, boolean hurried, DeliveryTrace trace) {
    return new NamesWorld(seed, true, hurried, true, trace);
  }

  private NamesWorld(
      long seed, boolean fences, boolean hurried, boolean receives, @Nullable DeliveryTrace trace) {
    this.hurried = hurried;
    this.receives = receives;
    this.fences = fences;
    this.trace = trace;
    random = new SplittableRandom(seed);
    spaceSize = trace != null ? 1 : 1L + random.nextInt(hurried ? 2 : 12);
    handlerReleases = random.nextInt(3) * 4;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = 1 << random.nextInt(6);
    }
    int count = 2 + random.nextInt(4);
    if (hurried) { // many leave, in the middle of what goes on
      count = trace == null ? 12 : 5;
      weights[4] = 8;
      weights[5] = 8;
    }
    for (int i = 1; i <= count; i++) {
      nodes.add(new NamesNode(this, -i));
    }
    for (long first = 0; first < spaceSize; ) {
      long end = first + 1 + random.nextLong(spaceSize - first);
      assume(pick(nodes), VirtualRange.of(first, end), 0);
      first = end;
    }
  }

  private void note(NamesNode node, String action, long peer, long number) {
    if (trace != null) {
      node.finish();
      trace.add(node, action, peer, number);
    }
  }

  private void assume(NamesNode node, VirtualRange range, long tokenEpoch) {
    node.assume(range, tokenEpoch);
    note(node, "Assume", 0, 0);
  }

  // ---- What nodes ask for

  void put(long from, long to, int lane, Parcel parcel, long epoch) {
    assertThat(to).as("a node sends to itself").isNotEqualTo(from);
    FlowKey key = new FlowKey(from, to, lane);
    if (closed.contains(key)) {
      // As NodeCore does: what fences would tell is known, and who has left asks no more.
      assertThat(parcel.kind()).as("sent to node %d, which has left", to).isNotEqualTo(Kind.APP);
      return;
    }
    Deque<Frame> flow = flows.computeIfAbsent(key, k -> new ArrayDeque<>());
    if (flow.isEmpty()) {
      busyFlows.add(key);
    }
    flow.addLast(new Frame(parcel, epoch));
  }

  /** Takes out what a node that has closed its flows did not take. */
  List<Frame> takeBack(long from, long to, int lane) {
    FlowKey key = new FlowKey(from, to, lane);
    closed.add(key);
    busyFlows.remove(key);
    Deque<Frame> flow = flows.remove(key);
    return flow == null ? List.of() : List.copyOf(flow);
  }

  boolean hasAllArrivedFrom(long node) {
    return busyFlows.stream().noneMatch(key -> key.from() == node);
  }

  boolean hasAllArrived(long from, long to) {
    return busyFlows.stream().noneMatch(key -> key.from() == from && key.to() == to);
  }

  NodeRecord lastRecord(long node) {
    return lastRecords.get(node);
  }

  void spread(NodeRecord record) {
    lastRecords.put(record.node(), record);
    for (NamesNode node : nodes) {
      if (node.name != record.node()) {
        news.add(new News(node, record));
      }
    }
  }

  void onAccepted(Message message) {
    accepted++;
  }

  void onDelivered(NamesNode at, Message message) {
    Stream stream = new Stream(message.from(), message.to(), Lane.ofTag(message.tag()));
    long number = ByteBuffer.wrap(message.payload()).getLong();
    long last = delivered.getOrDefault(stream, 0L);
    assertThat(number).as("%s at node %d", stream, at.name).isEqualTo(last + 1);
    delivered.put(stream, number);
    note(at, "Receive", message.from(), number);
    if (over) {
      return;
    }
    if (random.nextInt(100) < handlerReleases) {
      handOn(at, message.to());
    }
    if (random.nextInt(100) < 10) {
      send(at);
    }
  }

  // ---- What happens

  /** Lets one thing happen. */
  void step() {
    int total = 0;
    for (int weight : weights) {
      total += weight;
    }
    int draw = random.nextInt(total);
    int kind = 0;
    while (draw >= weights[kind]) {
      draw -= weights[kind++];
    }
    nowNs++;
    switch (kind) {
      case 0 -> send(pickStaying());
      case 1, 2 -> arrive();
      case 3 -> hear();
      case 4 -> move();
      case 5 -> leave();
      default -> tend(pickStaying(), random.nextInt(200));
    }
    finish();
  }

  /** A node that assumes nothing may begin to leave, and goes on with it. */
  private void leave() {
    NamesNode node = pick(nodes);
    boolean awaited = handovers.stream().anyMatch(h -> h.to() == node);
    if (node.claims.assumed().isEmpty() && !awaited && leaving.size() + 2 < nodes.size()) {
      leaving.add(node);
    }
    if (!leaving.contains(node) || left.contains(node)) {
      return;
    }
    if (!hurried) {
      node.sendFences();
      note(node, "SendFences", 0, 0);
    }
    if (trace != null && node.holdsForNobody()) {
      giveToKeeper(node);
    }
    if (node.leave(hurried)) {
      left.add(node);
      note(node, "Leave", 0, 0);
      for (NamesNode peer : nodes) {
        if (peer != node) {
          Message message = new Message(node.name, peer.name, 0, new byte[0]);
          put(node.name, peer.name, Lane.URGENT, new Parcel(message, Kind.CLOSE, 0, false), 0);
        }
      }
    }
  }

  /**
   * Gives what waits for an owner to the same node as before, if that stays. Records go ahead of
   * messages on every link, so a keeper has heard what the leaver has released.
   */
  private void giveToKeeper(NamesNode node) {
    NamesNode keeper = keepers.get(node);
    if (keeper == null || leaving.contains(keeper)) {
      keeper = pickStaying();
      keepers.put(node, keeper);
    }
    NodeRecord last = lastRecords.get(node.name);
    if (last == null || keeper.hasHeard(last)) {
      node.giveTo(keeper.name);
      if (!node.holdsForNobody()) { // else: not yet
        note(node, "GiveToKeeper", keeper.name, 0);
      }
    }
  }

  private boolean tend(NamesNode node, long patienceNs) {
    boolean busy = node.tend(trace == null ? patienceNs : 0);
    note(node, "Tend", 0, 0);
    return busy;
  }

  private void finish() {
    if (receives && random.nextInt(8) == 0) {
      pick(nodes).receive();
    }
    nodes.forEach(NamesNode::finish);
  }

  private void send(NamesNode node) {
    long target = random.nextLong(spaceSize);
    int tag = random.nextInt(4) == 0 && trace == null ? -1 : 1;
    Stream stream = new Stream(node.name, target, Lane.ofTag(tag));
    long number = sent.merge(stream, 1L, Long::sum);
    byte[] payload = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    node.send(new Message(node.name, target, tag, payload));
    note(node, "Send", 0, 0);
  }

  private void arrive() {
    List<FlowKey> arriving = arriving();
    if (arriving.isEmpty()) {
      return;
    }
    FlowKey key = pick(arriving);
    Deque<Frame> flow = flows.get(key);
    Frame frame = flow.removeFirst();
    if (flow.isEmpty()) {
      busyFlows.remove(key);
    }
    if (frame.parcel().counted()) {
      onAccepted(frame.parcel().message());
    }
    NamesNode to = node(key.to());
    boolean isNew = to.onFrame(key.from(), key.lane(), frame);
    switch (frame.parcel().kind()) {
      case Kind.FENCE_ACK ->
          note(
              to,
              "OnAck",
              key.from(),
              DeliveryTrace.ack(Fence.of(frame.parcel().message()).id(), frame.epoch()));
      case Kind.CLOSE -> noteHeard(to, lastRecord(key.from()), isNew);
      default -> note(to, "Arrive", key.from(), 0);
    }
  }

  /** The flows from which something can arrive: nodes that have left take nothing any more. */
  private List<FlowKey> arriving() {
    return busyFlows.stream().filter(key -> !left.contains(node(key.to()))).toList();
  }

  private void hear() {
    if (!news.isEmpty()) {
      News item = news.remove(random.nextInt(news.size()));
      if (!left.contains(item.to())) {
        noteHeard(item.to(), item.record(), item.to().onNews(item.record()));
      }
    }
  }

  private void noteHeard(NamesNode node, NodeRecord record, boolean isNew) {
    if (isNew) {
      note(node, "Hear", record.node(), record.version());
    }
  }

  private void move() {
    if (!handovers.isEmpty() && random.nextBoolean()) {
      Handover item = handovers.remove(random.nextInt(handovers.size()));
      assume(item.to(), item.token().range(), item.token().epoch());
    } else {
      handOn(pick(nodes), random.nextLong(spaceSize));
    }
  }

  /** Releases a range around {@code v}, if the node assumes it; the token goes to some node. */
  private void handOn(NamesNode node, long v) {
    for (VirtualRange range : node.claims.assumed().ranges()) {
      if (range.contains(v)) {
        long first = range.first() + random.nextLong(v - range.first() + 1);
        long end = v + 1 + random.nextLong(range.end() - v);
        handovers.add(new Handover(pickStaying(), node.release(VirtualRange.of(first, end))));
        note(node, "Release", 0, 0);
        return;
      }
    }
  }

  // ---- The end

  /** Everything under way arrives, in any order; nothing new is begun. */
  void settle() {
    over = true;
    for (boolean busy = true; busy; ) {
      nowNs++;
      if (!handovers.isEmpty() && random.nextInt(4) == 0) {
        Handover item = handovers.remove(random.nextInt(handovers.size()));
        assume(item.to(), item.token().range(), item.token().epoch());
      } else if (!news.isEmpty() && random.nextInt(3) == 0) {
        hear();
      } else if (!arriving().isEmpty()) {
        arrive();
      } else if (handovers.isEmpty() && news.isEmpty()) {
        boolean tended = tendAll();
        busy = receiveAll() || tended;
      }
      finish();
      assertThat(nowNs).as("it never comes to rest").isLessThan(1_000_000);
    }
  }

  /** Receives all that was delivered; returns whether there was anything. */
  private boolean receiveAll() {
    boolean any = false;
    for (NamesNode node : nodes) {
      while (node.receive()) {
        any = true;
      }
    }
    return any;
  }

  /** Looks after the fences of all that are there; returns whether any are out. */
  private boolean tendAll() {
    boolean busy = false;
    for (NamesNode node : nodes) {
      busy |= !left.contains(node) && tend(node, 0);
    }
    return busy;
  }

  void checkAllIsDone() {
    List<NamesNode> staying = nodes.stream().filter(n -> !left.contains(n)).toList();
    assertThat(delivered).isEqualTo(sent);
    assertThat(accepted).isEqualTo(sent.values().stream().mapToLong(n -> n).sum());
    for (long v = 0; v < spaceSize; v++) {
      long owner = staying.get(0).table.lookup(v).owner();
      long epoch = staying.get(0).table.lookup(v).epoch();
      assertThat(node(owner).claims.assumed().contains(v)).isTrue();
      for (NamesNode node : staying) {
        assertThat(node.table.lookup(v).owner()).isEqualTo(owner);
        assertThat(node.table.lookup(v).epoch()).isEqualTo(epoch);
        assertThat(node.table.lookup(v).waiting()).isZero();
      }
    }
    staying.forEach(node -> node.dispatcher.fences().sendAll(nowNs));
    settle();
    for (NamesNode node : staying) {
      assertThat(node.dispatcher.fences().hasUnderWay()).isFalse();
      assertThat(node.dispatcher.holdsForOwners()).isFalse();
      assertThat(node.dispatcher.transitBytes()).as("bytes that wait").isZero();
    }
  }

  private NamesNode node(long name) {
    return nodes.get((int) -name - 1);
  }

  private NamesNode pickStaying() {
    return pick(nodes.stream().filter(node -> !leaving.contains(node)).toList());
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** Seals of a world in which nobody proves anything. */
  static Seals unsigned(long name) {
    return new Seals(Notary.NONE.newName(new FixedName(name)), Notary.NONE, null);
  }

  /** Draws one number. */
  private record FixedName(long nextLong) implements RandomGenerator {}
}
