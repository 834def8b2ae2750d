package io.phoenix.routing.link;

import io.phoenix.api.Loop;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.FrameDecoder;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Hello;
import io.phoenix.routing.world.Rung;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One wire from its first byte to its last. What the peer says on it is for {@link Conversation};
 * here is how it begins, rises and ends.
 */
final class Session implements WireHandler, KeepAlive.Effects {

  /** How far a wire has come; it never goes back. */
  private enum State {
    /** Our Hello is sent, the peer's has not come. */
    GREETING,
    /** The peer's Hello was good; the answer to the first Ping has not come. */
    TESTING,
    /** The handshake is done. */
    UP,
    /** We have said why we close, and leave it to the peer to read that and close. */
    LEAVING,
    /** It is over. */
    CLOSED
  }

  /** Why a wire ended, as far as dialling again is concerned. */
  enum Ending {
    /** Something failed: try again. */
    BROKEN,
    /** The two do not fit together, so it will hardly do better soon. */
    REFUSED,
    /** There is another wire between the two. Nothing failed. */
    DUPLICATE
  }

  // Enough for a Hello many times over.
  private static final int MAX_HANDSHAKE_FRAME = 64 << 10;
  private static final int MAX_RANK = 255; // more than there are rungs
  private static final long LINGER_NS = 1_000_000_000;
  private static final String HINT = "; is that a Phoenix node?";
  private static final String BUSY_HINT = "; what keeps that node busy?";
  private static final Logger log = LoggerFactory.getLogger(Session.class);

  private final Links links;
  private final Wire wire;
  private final @Nullable DialledBy port; // null: the peer has dialled
  private final Outlet out;
  private final FrameDecoder decoder = new FrameDecoder(MAX_HANDSHAKE_FRAME);
  private final Conversation conversation;
  private final KeepAlive keepAlive;
  private final Link link;
  private Loop.@Nullable Timer deadline;
  private State state = State.GREETING;
  private boolean wireGone;
  private boolean dirty;
  private long peer;
  private long dial; // the dialler's number of this wire
  private int rank; // of its rung, as the side that knows it to be the lesser one says
  private long upSinceNs;
  private boolean isSpare;

  Session(Links links, Wire wire, @Nullable DialledBy port, long dial) {
    this.links = links;
    this.wire = wire;
    this.port = port;
    this.dial = dial;
    rank = (port == null ? wire.rung() : port.rung()).rank();
    isSpare = port != null && port.isSpare();
    out = new Outlet(wire, links.counters());
    conversation = new Conversation(links, this);
    keepAlive = new KeepAlive(links.settings(), links.timers(), links.random(), this);
    link = new Link(this, wire, out, keepAlive);
  }

  // ---- What others ask

  long peer() {
    return peer;
  }

  Link link() {
    return link;
  }

  String address() {
    return wire.remoteAddress();
  }

  long upSinceNs() {
    return upSinceNs;
  }

  boolean isGreeting() {
    return state == State.GREETING;
  }

  boolean isTesting() {
    return state == State.TESTING;
  }

  boolean isUp() {
    return state == State.UP;
  }

  boolean isHalfOpen() {
    return !isDialledHere() && state != State.UP && state != State.CLOSED;
  }

  /** Whether this node made the wire: then the peer cannot have it up before our first Pong. */
  boolean isDialledHere() {
    return port != null;
  }

  @Nullable Port dialledAs() {
    return port == null ? null : port.port();
  }

  /** Whether it was dialled for the sake of the mesh. */
  boolean isSpare() {
    return isSpare;
  }

  /** The one order of all wires between two nodes; both of them compute the same. */
  boolean isPreferredTo(Session other) {
    if (rank != other.rank) {
      return rank < other.rank;
    }
    return dialler() != other.dialler() ? dialler() < other.dialler() : dial > other.dial;
  }

  /** The wire's place on the ladder; once the peer's Hello has come, the same at both ends. */
  int rank() {
    return rank;
  }

  Rung rung() {
    return Rung.ofRank(rank);
  }

  private long dialler() {
    return isDialledHere() ? links.settings().self() : peer;
  }

  // ---- The handshake, step by step

  /** Sends our Hello and starts the clock. */
  void start() {
    send(HelloRules.hello(links.settings(), links.passport(), dial, rank, isSpare));
    deadline = links.timers().set(links.settings().handshakeNs(), this::onHandshakeTimeout);
  }

  /** Why the peer cannot have the name that it gives; {@code null} if it can. */
  @Nullable String refusalOfName(Hello hello) {
    String why = wire.refusal(hello.getName(), hello.getPassport().toByteArray());
    return why == null
        ? null
        : "%s says that it is %s: %s"
            .formatted(address(), ResourceName.format(hello.getName()), why);
  }

  /** The peer's Hello was good. */
  void introduce(Hello hello) {
    peer = hello.getName();
    rank = Math.max(rank, (int) Math.min(MAX_RANK, Integer.toUnsignedLong(hello.getRung())));
    if (port != null) {
      port.onPeerKnown(peer);
    } else {
      dial = hello.getDial();
      isSpare = hello.getSpare();
    }
  }

  /** Why a wire whose Hello was good is not wanted all the same; {@code null} if it is. */
  @Nullable String unwanted() {
    if (port != null) {
      return port.expects(peer)
          ? null
          : ResourceName.format(peer) + " answers here, and another node was expected";
    }
    return !isSpare || links.events().welcomesSpare(peer)
        ? null
        : "this node has links enough, and the two can reach each other";
  }

  /** Asks the peer whether it agrees. */
  void test(long nowNs) {
    become(State.TESTING);
    keepAlive.start(nowNs);
  }

  /** It agrees: this is a link. */
  void rise(long nowNs) {
    become(State.UP);
    upSinceNs = nowNs;
    cancelDeadline();
    decoder.limit(Frames.MAX_CONTROL + 1);
    if (port != null) {
      port.onAttemptSucceeded();
    }
    links.onSessionUp(this, nowNs);
  }

  private void onHandshakeTimeout(long nowNs) {
    long ms = links.settings().handshakeNs() / 1_000_000;
    fail(address() + " has not finished the handshake within " + ms + " ms" + HINT, nowNs);
  }

  private void become(State next) {
    if (next.compareTo(state) <= 0) {
      throw new IllegalStateException("become(" + next + ") in state=" + state);
    }
    state = next;
  }

  // ---- What the wire says

  @Override
  public void onBytes(ByteBuffer bytes, long nowNs) {
    if (!isAlive()) {
      bytes.position(bytes.limit());
      return;
    }
    keepAlive.onBytes(nowNs);
    int before = bytes.remaining();
    boolean wasUp = isUp();
    try {
      links.counters().framesIn += decoder.decode(bytes, conversation, nowNs);
      links.counters().bytesIn += before - bytes.remaining();
    } catch (BadFrameException e) {
      bytes.position(bytes.limit());
      links.counters().badFrames++;
      log.warn("Closing the link to {}: {}{}", address(), e.getMessage(), wasUp ? "" : HINT);
      fail(address() + " sent a bad frame: " + e.getMessage() + (wasUp ? "" : HINT), nowNs);
    }
    links.pump(nowNs);
  }

  @Override
  public void onWritable(long nowNs) {
    if (isUp() && link.hasSources()) {
      markDirty();
      links.pump(nowNs);
    }
  }

  @Override
  public void onClosed(String reason, long nowNs) {
    wireGone = true;
    if (state == State.LEAVING) {
      close(reason);
    } else {
      fail(isUp() ? reason : cutShort(reason), nowNs);
    }
    links.pump(nowNs);
  }

  private String cutShort(String reason) {
    return "the handshake with " + address() + " was cut short: " + reason + HINT;
  }

  // ---- What the keep-alive says

  /** Takes the answer to a Ping; returns whether it was one. */
  boolean onPong(long nonce, long nowNs) {
    return keepAlive.onPong(nonce, nowNs);
  }

  @Override
  public void sendPing(long nonce, long nowNs) {
    send(Controls.ping(nonce));
  }

  @Override
  public void onSilence(long silentNs, long nowNs) {
    fail("nothing was heard from " + address() + " for " + silentNs / 1_000_000 + " ms", nowNs);
  }

  @Override
  public void onDeafness(long unansweredNs, long nowNs) {
    long ms = unansweredNs / 1_000_000;
    fail(address() + " sends but has not read for " + ms + " ms" + BUSY_HINT, nowNs);
  }

  /** The peer has opened another wire: does it still know this one? */
  void suspect(long nowNs) {
    keepAlive.suspect(nowNs);
  }

  // ---- Sending

  /** Writes a message at once; the next pump sends it. */
  void send(Control message) {
    out.control(message);
    markDirty();
  }

  /** Sees to it that the next pump looks at this wire. */
  void markDirty() {
    if (!dirty && out.isOpen()) {
      dirty = true;
      links.addDirty(this);
    }
  }

  /** Sends what waits, as far as the wire takes it. */
  void service(long nowNs) {
    dirty = false;
    if (isUp()) {
      link.pull(nowNs);
    }
    if (!out.isOpen()) {
      return;
    }
    wire.flush();
    long queuedBytes = wire.queuedBytes();
    if (out.isOpen() && queuedBytes > links.settings().maxQueuedBytes()) {
      log.warn("Closing the link to {}: it does not read", address());
      fail(
          address() + " has stopped reading: " + queuedBytes + " bytes wait for it" + BUSY_HINT,
          nowNs);
    }
  }

  // ---- Endings

  /** Tells the peer, and ends. */
  void sayBye(String reason, long nowNs) {
    end(Ending.BROKEN, reason, Controls.bye(reason, false), nowNs);
  }

  /** Sends the last words, without ending yet. */
  void writeBye(String reason) {
    out.control(Controls.bye(reason, false));
    out.shut();
    wire.flush();
  }

  /** Another wire to the same peer is kept instead of this one. */
  void loseTo(long nowNs) {
    String reason = "there is another link between the two nodes, and that one is kept";
    end(Ending.DUPLICATE, reason, Controls.bye(reason, true), nowNs);
  }

  /** The peer has said goodbye. */
  void left(String reason, boolean duplicate, long nowNs) {
    Ending ending = duplicate ? Ending.DUPLICATE : Ending.BROKEN;
    end(ending, address() + " closed the link: " + reason, null, nowNs);
  }

  /** Ends at once: there is nobody to tell, or no sense in it. */
  void fail(String reason, long nowNs) {
    end(Ending.BROKEN, reason, null, nowNs);
  }

  /** This node will have nothing to do with the peer. */
  void refuse(String reason, long nowNs) {
    warnOfRefusal(reason);
    end(Ending.REFUSED, reason, Controls.refuse(reason), nowNs);
  }

  /** The peer will have nothing to do with this node. */
  void refused(String reason, long nowNs) {
    String here = address() + " refuses: " + reason;
    warnOfRefusal(here);
    end(Ending.REFUSED, here, null, nowNs);
  }

  private void warnOfRefusal(String reason) {
    links.counters().refusals++;
    if (port == null || port.isNews(reason)) {
      log.warn("No link with {}: {}", address(), reason);
    }
  }

  /** The one way out of a living state. All is settled here before anybody hears of it. */
  private void end(Ending ending, String reason, @Nullable Control farewell, long nowNs) {
    if (!isAlive()) {
      return;
    }
    final boolean wasUp = isUp();
    become(State.LEAVING);
    decoder.stop();
    keepAlive.stop();
    cancelDeadline();
    link.dropSources();
    if (farewell != null) {
      out.control(farewell);
    }
    out.shut();
    if (farewell == null) {
      close(reason);
    } else {
      // Closing now could overtake the farewell; a peer that reads it closes by itself.
      wire.flush();
      deadline = links.timers().set(LINGER_NS, now -> close(reason));
    }
    log.debug("{} {}: {}", wasUp ? "Down: link to" : "No link to", describe(), reason);
    if (wasUp) {
      links.onSessionDown(this, ending, reason, nowNs);
    } else if (port != null) {
      port.onAttemptEnded(ending, reason);
    }
  }

  private boolean isAlive() {
    return state.compareTo(State.LEAVING) < 0;
  }

  private void close(String reason) {
    if (state != State.CLOSED) {
      become(State.CLOSED);
      cancelDeadline();
      links.onSessionClosed(this);
      if (!wireGone) {
        wire.close(reason);
      }
    }
  }

  private void cancelDeadline() {
    if (deadline != null) {
      deadline.cancel();
      deadline = null;
    }
  }

  private String describe() {
    return peer == 0 ? address() : ResourceName.format(peer) + " at " + address();
  }
}
