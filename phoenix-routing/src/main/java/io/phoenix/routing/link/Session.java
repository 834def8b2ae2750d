package io.phoenix.routing.link;

import io.phoenix.api.Loop;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.FrameDecoder;
import io.phoenix.routing.wire.FrameHandler;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Bye;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Hello;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One wire from its first byte to its last: the handshake, the link, the farewell. */
final class Session implements WireHandler, FrameHandler, KeepAlive.Effects {

  /** How far a wire has come. */
  enum State {
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
  private static final long LINGER_NS = 1_000_000_000;
  private static final Logger log = LoggerFactory.getLogger(Session.class);

  private final Links links;
  private final Wire wire;
  private final @Nullable PortDialler port; // null: the peer has dialled
  private final Outlet out;
  private final FrameDecoder decoder = new FrameDecoder(MAX_HANDSHAKE_FRAME);
  private final KeepAlive keepAlive;
  private final Link link;
  private Loop.@Nullable Timer deadline;
  private State state = State.GREETING;
  private boolean wireGone;
  private boolean dirty;
  private long peer;
  private long dial; // the dialler's number of this wire
  private long upSinceNs;

  Session(Links links, Wire wire, @Nullable PortDialler port, long dial) {
    this.links = links;
    this.wire = wire;
    this.port = port;
    this.dial = dial;
    out = new Outlet(wire, links.counters());
    keepAlive = new KeepAlive(links.settings(), links.timers(), links.random(), this);
    link = new Link(this, wire, out, keepAlive);
  }

  /** Sends our Hello and starts the clock. */
  void start() {
    out.control(HelloRules.hello(links.settings(), dial));
    markDirty();
    long handshakeNs = links.settings().handshakeNs();
    deadline =
        links
            .timers()
            .set(
                handshakeNs,
                nowNs ->
                    fail(
                        address()
                            + " has not finished the handshake within "
                            + handshakeNs / 1_000_000
                            + " ms",
                        nowNs));
  }

  // ---- What others ask

  long peer() {
    return peer;
  }

  Link link() {
    return link;
  }

  long upSinceNs() {
    return upSinceNs;
  }

  boolean isUp() {
    return state == State.UP;
  }

  boolean isTesting() {
    return state == State.TESTING;
  }

  boolean isHalfOpen() {
    return port == null && state != State.UP && state != State.CLOSED;
  }

  /** The one order of all wires between two nodes; both of them compute the same. */
  boolean isPreferredTo(Session other) {
    return dialler() != other.dialler() ? dialler() < other.dialler() : dial > other.dial;
  }

  private long dialler() {
    return port != null ? links.settings().self() : peer;
  }

  private String address() {
    return wire.remoteAddress();
  }

  // ---- What the wire says

  @Override
  public void onBytes(ByteBuffer bytes, long nowNs) {
    if (state == State.LEAVING || state == State.CLOSED) {
      bytes.position(bytes.limit());
      return;
    }
    keepAlive.onBytes(nowNs);
    int before = bytes.remaining();
    try {
      links.counters().framesIn += decoder.decode(bytes, this, nowNs);
      links.counters().bytesIn += before - bytes.remaining();
    } catch (BadFrameException e) {
      bytes.position(bytes.limit());
      links.counters().badFrames++;
      log.warn("Closing the link to {}: {}", address(), e.getMessage());
      end(Ending.BROKEN, address() + " sent a bad frame: " + e.getMessage(), null, nowNs);
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
      close(reason, nowNs);
    } else {
      boolean early = state != State.UP;
      end(
          Ending.BROKEN,
          early ? "the handshake with " + address() + " was cut short: " + reason : reason,
          null,
          nowNs);
    }
    links.pump(nowNs);
  }

  // ---- What the frames say

  @Override
  public void onControl(Control message, long nowNs) throws BadFrameException {
    switch (message.getKindCase()) {
      case HELLO -> onHello(message.getHello(), nowNs);
      case REFUSE ->
          refused(
              address() + " refuses: " + Controls.printable(message.getRefuse().getReason()),
              null,
              nowNs);
      case BYE -> onBye(message.getBye(), nowNs);
      case PING -> {
        require(state != State.GREETING, "Ping before Hello");
        out.control(Controls.pong(message.getPing().getNonce()));
        markDirty();
      }
      case PONG -> onPong(message.getPong().getNonce(), nowNs);
      default -> {
        requireUp(message.getKindCase().name());
        Controls.checkWithin(message.getOwnership(), links.settings().spaceSize());
        links.events().onControl(link, message, nowNs);
      }
    }
  }

  private void onHello(Hello hello, long nowNs) throws BadFrameException {
    require(state == State.GREETING, "a second Hello");
    String refusal = HelloRules.refusal(links.settings(), hello, address());
    if (refusal != null) {
      refused(refusal, Controls.refuse(refusal), nowNs);
      return;
    }
    HelloRules.checkRoles(hello, port != null);
    peer = hello.getName();
    if (port != null) {
      port.onPeerKnown(peer);
    } else {
      dial = hello.getDial();
    }
    if (links.declines(this, nowNs)) {
      loseTo(nowNs);
      return;
    }
    state = State.TESTING;
    keepAlive.start(nowNs);
  }

  /** Whether this node made the wire: then the peer cannot have it up before our first Pong. */
  boolean isDialledHere() {
    return port != null;
  }

  private void onPong(long nonce, long nowNs) throws BadFrameException {
    require(state != State.GREETING, "Pong before Hello");
    if (!keepAlive.onPong(nonce, nowNs)) {
      return;
    }
    if (state == State.UP) {
      links.events().onLinkCost(link, nowNs);
    } else if (links.makeWay(this, nowNs)) {
      state = State.UP;
      upSinceNs = nowNs;
      if (port != null) {
        port.onAttemptSucceeded();
      }
      cancelDeadline();
      decoder.limit(Frames.MAX_CONTROL + 1);
      links.onSessionUp(this, nowNs);
    }
  }

  private void onBye(Bye bye, long nowNs) {
    end(
        bye.getDuplicate() ? Ending.DUPLICATE : Ending.BROKEN,
        address() + " closed the link: " + Controls.printable(bye.getReason()),
        null,
        nowNs);
  }

  @Override
  public void onData(DataHeader header, ByteBuffer payload, long nowNs) throws BadFrameException {
    requireUp("DATA");
    links.counters().dataBytesIn += Frames.DATA_BYTES + payload.remaining();
    links.events().onData(link, header, payload, nowNs);
  }

  @Override
  public void onAck(AckHeader header, long nowNs) throws BadFrameException {
    requireUp("ACK");
    links.events().onAck(link, header, nowNs);
  }

  @Override
  public void onProbe(ProbeHeader header, long nowNs) throws BadFrameException {
    requireUp("PROBE");
    links.events().onProbe(link, header, nowNs);
  }

  private void requireUp(String what) throws BadFrameException {
    require(state == State.UP, what + " before the end of the handshake");
  }

  private static void require(boolean condition, String violation) throws BadFrameException {
    if (!condition) {
      throw new BadFrameException(violation);
    }
  }

  // ---- What the keep-alive says

  @Override
  public void sendPing(long nonce, long nowNs) {
    out.control(Controls.ping(nonce));
    markDirty();
  }

  @Override
  public void onSilence(long silentNs, long nowNs) {
    fail("nothing was heard from " + address() + " for " + silentNs / 1_000_000 + " ms", nowNs);
  }

  @Override
  public void onDeafness(long unansweredNs, long nowNs) {
    fail(address() + " sends but has not read for " + unansweredNs / 1_000_000 + " ms", nowNs);
  }

  /** The peer has opened another wire: does it still know this one? */
  void suspect(long nowNs) {
    keepAlive.suspect(nowNs);
  }

  // ---- Sending

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
      fail(address() + " has stopped reading: " + queuedBytes + " bytes wait for it", nowNs);
    }
  }

  // ---- Endings

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

  /** Ends at once: there is nobody to tell, or no sense in it. */
  void fail(String reason, long nowNs) {
    end(Ending.BROKEN, reason, null, nowNs);
  }

  private void refused(String reason, @Nullable Control farewell, long nowNs) {
    links.counters().refusals++;
    if (port == null || port.isNews(reason)) {
      log.warn("No link with {}: {}", address(), reason);
    }
    end(Ending.REFUSED, reason, farewell, nowNs);
  }

  /** The one way out of GREETING, TESTING and UP. Ends before any effect can come back here. */
  private void end(Ending ending, String reason, @Nullable Control farewell, long nowNs) {
    if (state == State.LEAVING || state == State.CLOSED) {
      return;
    }
    final boolean wasUp = state == State.UP;
    state = State.LEAVING;
    decoder.stop();
    keepAlive.stop();
    cancelDeadline();
    link.dropSources();
    if (farewell != null) {
      out.control(farewell);
    }
    out.shut();
    if (farewell == null) {
      close(reason, nowNs);
    } else {
      // Closing now could overtake the farewell; a peer that reads it closes by itself.
      wire.flush();
      deadline = links.timers().set(LINGER_NS, now -> close(reason, now));
    }
    log.debug("{} {}: {}", wasUp ? "Link down with" : "No link with", describe(), reason);
    if (wasUp) {
      links.onSessionDown(this, ending, reason, nowNs);
    } else if (port != null) {
      port.onAttemptEnded(ending, reason, nowNs);
    }
  }

  /** Closes for good if the farewell is out; else it has its time. */
  void closeIfSent(String reason, long nowNs) {
    if (wire.queuedBytes() == 0) {
      close(reason, nowNs);
    }
  }

  /** Closes for good; waits for nobody. */
  void close(String reason, long nowNs) {
    if (state != State.CLOSED) {
      state = State.CLOSED;
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
