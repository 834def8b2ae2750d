package io.phoenix.routing.flow;

import io.phoenix.api.Message;
import io.phoenix.routing.link.FrameSource;
import io.phoenix.routing.link.Link;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of one lane. It keeps each message until the peer has acknowledged its last
 * frame, and sends frames in order, as far as the peer's credit reaches.
 *
 * <p>Loss happens only where a link dies or a relay drops, so frames are not resent on suspicion. A
 * <em>probe</em> travels behind them the same way; if the answer shows that they did not get there
 * before it, they are lost, and the lane goes back to the first of them.
 *
 * <p>Messages are kept in a ring of parallel arrays: sending allocates nothing.
 */
final class SendLane implements FrameSource {
  private static final long MIN_PROBE_NS = 100_000_000L;
  private static final long MAX_PROBE_NS = 2_000_000_000L;

  private final long peer;
  private final int lane;
  private final FlowEvents events;
  private final DataHeader header = new DataHeader();
  private final ProbeHeader probe = new ProbeHeader();

  // Room is made for the first message: others may have many flows with this node that it never
  // sends anything in.
  private @Nullable Message[] messages = {};
  private byte[] kinds = {};
  private boolean[] counted = {};
  private long[] epochs = {};
  private long[] generations = {};
  private int head;
  private int count;

  /** Number of the first frame of the message at the head. */
  private long headSeq = 1;

  /** The next frame: fragment {@code cursorFragment} of message {@code head + cursor}. */
  private int cursor;

  private int cursorFragment;
  private long nextSeq = 1;

  private long ackedSeq;
  private long ackedBytes;
  private long sentBytes;
  private long highestSentSeq;
  private long creditBytes;

  private boolean probeWanted;
  private long probeNonce;
  private long probedSeq;
  private long gapHandledSeq = -1;
  private long quietSinceNs;

  /** What the counted messages here cost in the send buffer. */
  private long countedBytes;

  /** Whether the peer is out of reach, so that they count as waiting for somebody away. */
  private boolean away;

  private long probeAfterNs = MIN_PROBE_NS;

  SendLane(long self, long peer, int lane, FlowEvents events) {
    this.peer = peer;
    this.lane = lane;
    this.events = events;
    this.creditBytes = Lane.windowBytes(lane);
    header.src = self;
    header.dst = peer;
    header.lane = lane;
    probe.src = self;
    probe.dst = peer;
    probe.lane = lane;
  }

  void append(Parcel parcel, long epoch, long nowNs) {
    append(parcel.message(), parcel.kind(), parcel.generation(), parcel.counted(), epoch, nowNs);
  }

  /** As the other, for a message that was sent here and has no parcel: the common case. */
  void appendOwn(Message message, long epoch, long nowNs) {
    append(message, Kind.APP, Parcel.OWN, true, epoch, nowNs);
  }

  private void append(
      Message message, int kind, long generation, boolean isCounted, long epoch, long nowNs) {
    if (count == messages.length) {
      grow();
    }
    int slot = slot(count);
    messages[slot] = message;
    kinds[slot] = (byte) kind;
    epochs[slot] = epoch;
    generations[slot] = generation;
    counted[slot] = isCounted;
    if (isCounted) {
      count(Parcel.cost(message.payload().length));
    }
    if (count++ == 0) {
      quietSinceNs = nowNs;
      probeAfterNs = MIN_PROBE_NS;
    }
    if (cursor == count - 1) {
      schedule();
    }
  }

  /** There is no way to the peer, or there is one again. */
  void setAway(boolean isAway) {
    if (away != isAway) {
      away = isAway;
      events.onAway(isAway ? countedBytes : -countedBytes);
    }
  }

  private void count(long deltaBytes) {
    countedBytes += deltaBytes;
    if (away) {
      events.onAway(deltaBytes);
    }
  }

  /** Whether anything is unsent or unacknowledged. */
  boolean isBusy() {
    return count > 0;
  }

  int messageCount() {
    return count;
  }

  @Override
  public boolean urgent() {
    return lane == Lane.URGENT;
  }

  @Override
  public boolean emit(Link link, long nowNs) {
    Link way = events.linkTo(peer);
    if (way != link) { // the route has changed since this lane queued up here
      if (way != null) {
        way.ready(this);
      }
      return false;
    }
    if (probeWanted) {
      probeWanted = false;
      probedSeq = nextSeq - 1;
      probe.nonce = ++probeNonce;
      link.writeProbe(probe);
    } else if (canSend()) {
      writeFrame(link);
    }
    return canSend();
  }

  private boolean canSend() {
    return cursor < count && sentBytes + frameCost(cursor, cursorFragment) <= creditBytes;
  }

  private void writeFrame(Link link) {
    int slot = slot(cursor);
    Message message = Objects.requireNonNull(messages[slot]);
    byte[] payload = message.payload();
    int offset = cursorFragment * Frames.MAX_FRAGMENT;
    int length = Math.min(Frames.MAX_FRAGMENT, payload.length - offset);
    header.kind = kinds[slot] & 0xFF;
    header.first = cursorFragment == 0;
    header.last = offset + length == payload.length;
    header.hops = 0;
    header.seq = nextSeq;
    header.target = message.to();
    header.epoch = epochs[slot];
    header.origin = message.from();
    header.tag = message.tag();
    header.total = payload.length;
    link.writeData(header, payload, offset, length);
    sentBytes += length + Lane.FRAME_OVERHEAD;
    highestSentSeq = Math.max(highestSentSeq, nextSeq);
    nextSeq++;
    if (header.last) {
      cursor++;
      cursorFragment = 0;
    } else {
      cursorFragment++;
    }
  }

  /** The peer has all frames up to {@code seq}, and lets this lane send up to {@code credit}. */
  void onAck(long seq, long credit, long nonce, boolean gap, long nowNs) {
    if (seq > highestSentSeq) {
      return; // cannot be: not sent yet. A confused peer must not make us drop messages.
    }
    creditBytes = Math.max(creditBytes, credit);
    if (seq > ackedSeq) {
      acknowledge(seq);
      quietSinceNs = nowNs;
      probeAfterNs = MIN_PROBE_NS;
    }
    boolean lostBeforeProbe = nonce != 0 && nonce == probeNonce && seq < probedSeq;
    boolean newGap = gap && seq == ackedSeq && seq != gapHandledSeq;
    if (lostBeforeProbe || newGap) {
      gapHandledSeq = seq;
      rewind();
    }
    schedule();
  }

  private void acknowledge(long seq) {
    while (count > 0) {
      int frames = frames(length(0));
      long lastSeq = headSeq + frames - 1;
      if (lastSeq > seq) {
        break;
      }
      ackedBytes += length(0) + (long) frames * Lane.FRAME_OVERHEAD - ackedPartOfHead();
      Message message = Objects.requireNonNull(messages[head]);
      boolean wasCounted = counted[head];
      ackedSeq = lastSeq;
      dropHead(frames);
      if (wasCounted) {
        count(-Parcel.cost(message.payload().length));
        events.onAccepted(message);
      }
    }
    if (seq > ackedSeq) { // part of a long message
      ackedBytes -= ackedPartOfHead();
      ackedSeq = seq;
      ackedBytes += ackedPartOfHead();
    }
    if (nextSeq <= ackedSeq) { // we had gone back, but the frames had arrived after all
      seekToFirstUnacked();
    }
  }

  /** Cost of those frames of the message at the head that are acknowledged; never all of them. */
  private long ackedPartOfHead() {
    return Math.max(0, ackedSeq - headSeq + 1) * (Frames.MAX_FRAGMENT + Lane.FRAME_OVERHEAD);
  }

  private void dropHead(int frames) {
    messages[head] = null;
    head = (head + 1) & (messages.length - 1);
    count--;
    headSeq += frames;
    cursor--; // may pass below zero for a moment: seekToFirstUnacked mends it
  }

  private void rewind() {
    probeNonce++; // the answer to an older probe tells nothing about frames sent from now on
    seekToFirstUnacked();
  }

  private void seekToFirstUnacked() {
    nextSeq = ackedSeq + 1;
    cursor = 0;
    cursorFragment = (int) (nextSeq - headSeq);
    sentBytes = ackedBytes;
  }

  /** Something happened on the way to the peer: find out what got through. */
  void onWayChanged(long nowNs) {
    if (nextSeq - 1 > ackedSeq) {
      probeWanted = true;
    }
    quietSinceNs = nowNs;
    schedule();
  }

  /** Probes if nothing was heard for long; the interval doubles while the silence lasts. */
  void onTick(long nowNs) {
    long patience = Math.max(probeAfterNs, 4 * events.roundTripNs(peer));
    if (nowNs - quietSinceNs >= patience) {
      quietSinceNs = nowNs;
      probeAfterNs = Math.min(2 * probeAfterNs, MAX_PROBE_NS);
      probeWanted = true; // also when waiting for credit: the message that gave it may be lost
      schedule();
    }
  }

  private void schedule() {
    if (probeWanted || canSend()) {
      Link way = events.linkTo(peer);
      if (way != null) {
        way.ready(this);
      }
    }
  }

  /** Takes back every message whose last frame is not among the first {@code acceptedSeq}. */
  List<Parcel> takeUnaccepted(long acceptedSeq, long nowNs) {
    highestSentSeq = Math.max(highestSentSeq, acceptedSeq);
    onAck(acceptedSeq, 0, 0, false, nowNs);
    List<Parcel> rest = unacknowledged();
    count(-countedBytes);
    while (count > 0) {
      dropHead(frames(length(0)));
    }
    cursor = 0;
    cursorFragment = 0;
    nextSeq = headSeq;
    probeWanted = false;
    return rest;
  }

  /** Takes out, in order, those of the filter's messages of which no frame was given to a link. */
  List<Parcel> takeUnsent(ParcelFilter filter) {
    List<Parcel> taken = new ArrayList<>();
    int kept = sentCount();
    for (int i = kept; i < count; i++) {
      int slot = slot(i);
      if (matches(filter, slot)) {
        Parcel parcel = parcel(slot);
        taken.add(parcel);
        if (parcel.counted()) {
          count(-parcel.costBytes());
        }
      } else {
        move(slot, slot(kept++));
      }
    }
    for (int i = kept; i < count; i++) {
      messages[slot(i)] = null;
    }
    count = kept;
    return taken;
  }

  /** How many of the filter's messages were given to a link, at least in part. */
  int countSent(ParcelFilter filter) {
    int sum = 0;
    for (int i = 0, end = sentCount(); i < end; i++) {
      sum += matches(filter, slot(i)) ? 1 : 0;
    }
    return sum;
  }

  /** How many messages, from the head on, have a frame that was given to a link. */
  private int sentCount() {
    int sent = 0;
    for (long seq = headSeq; sent < count && seq <= highestSentSeq; sent++) {
      seq += frames(length(sent));
    }
    return sent;
  }

  private boolean matches(ParcelFilter filter, int slot) {
    return filter.test(Objects.requireNonNull(messages[slot]), kinds[slot] & 0xFF, epochs[slot]);
  }

  private void move(int from, int to) {
    messages[to] = messages[from];
    kinds[to] = kinds[from];
    epochs[to] = epochs[from];
    generations[to] = generations[from];
    counted[to] = counted[from];
  }

  /** Gives back the room of all messages: the peer is not waited for any more. They stay here. */
  void uncount() {
    for (int i = 0; i < count; i++) {
      int slot = slot(i);
      if (counted[slot]) {
        counted[slot] = false;
        Message message = Objects.requireNonNull(messages[slot]);
        count(-Parcel.cost(message.payload().length));
        events.onAccepted(message);
      }
    }
  }

  /** The messages that are not known to have arrived, in order. */
  List<Parcel> unacknowledged() {
    List<Parcel> rest = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      rest.add(parcel(slot(i)));
    }
    return rest;
  }

  private Parcel parcel(int slot) {
    return new Parcel(
        Objects.requireNonNull(messages[slot]),
        kinds[slot] & 0xFF,
        generations[slot],
        counted[slot]);
  }

  /** The number of the first frame of the first message that is not known to have arrived. */
  long firstUnacknowledgedSeq() {
    return headSeq;
  }

  private long frameCost(int index, int fragment) {
    int rest = length(index) - fragment * Frames.MAX_FRAGMENT;
    return Math.min(Frames.MAX_FRAGMENT, rest) + (long) Lane.FRAME_OVERHEAD;
  }

  private int length(int index) {
    return Objects.requireNonNull(messages[slot(index)]).payload().length;
  }

  /** How many frames a message of this length takes. */
  static int frames(int length) {
    return Math.max(1, (length + Frames.MAX_FRAGMENT - 1) / Frames.MAX_FRAGMENT);
  }

  private int slot(int index) {
    return (head + index) & (messages.length - 1);
  }

  private void grow() {
    int size = Math.max(16, 2 * messages.length);
    @Nullable Message[] biggerMessages = new Message[size];
    byte[] biggerKinds = new byte[size];
    boolean[] biggerCounted = new boolean[size];
    long[] biggerEpochs = new long[size];
    long[] biggerGenerations = new long[size];
    for (int i = 0; i < count; i++) {
      int slot = slot(i);
      biggerMessages[i] = messages[slot];
      biggerKinds[i] = kinds[slot];
      biggerCounted[i] = counted[slot];
      biggerEpochs[i] = epochs[slot];
      biggerGenerations[i] = generations[slot];
    }
    messages = biggerMessages;
    kinds = biggerKinds;
    counted = biggerCounted;
    epochs = biggerEpochs;
    generations = biggerGenerations;
    head = 0;
  }
}
