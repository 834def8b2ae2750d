package io.phoenix.routing.tls;

import io.phoenix.api.Loop;
import io.phoenix.routing.world.Rung;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One connection under TLS: a wire to those above, and the handler of the wire below. Its owner
 * hears of it only when both ends have proved who they are.
 *
 * <p>In TLS 1.3 the dialler has finished before the acceptor has judged its certificate. So the
 * acceptor says a byte of welcome first, and for the dialler nothing has succeeded before that.
 */
final class TlsWire implements Wire, WireHandler {
  /** For a whole handshake, from the moment of the connection. */
  static final long HANDSHAKE_NS = TimeUnit.SECONDS.toNanos(5);

  private static final long LINGER_NS = TimeUnit.SECONDS.toNanos(1);

  /** Certificates and all, many times over. */
  private static final long MAX_HANDSHAKE_BYTES = 64 << 10;

  private static final byte WELCOME = 1;
  private static final int MAX_LAST_WORDS = 4;

  /** How far a wire has come; it never goes back. */
  private enum State {
    /** The two prove who they are. */
    SHAKING,
    /** This end dialled, has done its part and waits for the other's welcome. */
    HOPING,
    /** It has an owner. */
    OPEN,
    /** It has failed, and waits a moment for the peer to read why. */
    FAILED,
    /** It is being closed. */
    CLOSED
  }

  /** Who is told what becomes of a handshake. */
  interface Party {
    /** It succeeded; returns who shall be told of the wire's events. */
    WireHandler onReady(TlsWire wire, long nowNs);

    /** It failed; the reason is for people. */
    void onFailed(String reason, long nowNs);
  }

  private final TlsTransport transport;
  private final Wire under;
  private final SSLEngine engine;
  private final Membership self;
  private final Party party;
  private final boolean isDialler;
  private final Reasons reasons;
  private final Sealer sealer;
  private final Opener opener;
  private final Loop.Timer deadline;
  private State state = State.SHAKING;
  private boolean isFreed;
  private boolean isFirst = true;
  private long handshakeBytes;
  private @Nullable X509Certificate peer;
  private @Nullable WireHandler handler;
  private @Nullable String closeReason;

  /**
   * @param limitNs how long the handshake may take
   */
  TlsWire(
      TlsTransport transport,
      Wire under,
      SSLEngine engine,
      Membership self,
      Party party,
      long limitNs) {
    this.transport = transport;
    this.under = under;
    this.engine = engine;
    this.self = self;
    this.party = party;
    isDialler = engine.getUseClientMode();
    reasons = new Reasons(under.remoteAddress(), self);
    sealer = new Sealer(engine, under);
    opener = new Opener(engine);
    deadline =
        transport
            .timers()
            .set(
                Math.max(0, limitNs),
                now -> fail(reasons.ofSilence(HANDSHAKE_NS / 1_000_000), now));
  }

  /** Begins the handshake: the dialler speaks first. */
  void start(long nowNs) {
    try {
      engine.beginHandshake();
    } catch (SSLException e) {
      fail(reasons.of(e, transport.now()), nowNs);
    }
    onBytes(ByteBuffer.allocate(0), nowNs);
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  /** Whose certificate was accepted, once it is open. */
  @Nullable X509Certificate peer() {
    return peer;
  }

  // ---- What the wire below says

  @Override
  public void onBytes(ByteBuffer bytes, long nowNs) {
    try {
      if (state == State.SHAKING) {
        shake(bytes, nowNs);
      }
      if (isAlive()) {
        receive(bytes, nowNs);
      }
    } catch (SSLException e) {
      fail(reasons.of(e, transport.now()), nowNs);
    }
    if (state == State.FAILED || state == State.CLOSED) {
      bytes.position(bytes.limit());
    }
  }

  /** Takes the handshake as far as it goes with what is there. */
  private void shake(ByteBuffer bytes, long nowNs) throws SSLException {
    if (isFirst && bytes.hasRemaining()) {
      if (!Records.canBeFirst(bytes)) {
        if (!isDialler) {
          byte[] words = Records.tlsOnly();
          under.reserve(words.length).put(words);
        }
        fail(reasons.ofPlain(), nowNs);
        return;
      }
      isFirst = bytes.remaining() < 2;
    }
    int before = bytes.remaining();
    if (Handshake.advance(engine, sealer, opener, bytes)) {
      under.flush();
      onShaken(nowNs);
      return;
    }
    under.flush();
    handshakeBytes += before - bytes.remaining();
    if (handshakeBytes + bytes.remaining() > MAX_HANDSHAKE_BYTES) {
      fail(reasons.ofChatter(handshakeBytes + bytes.remaining()), nowNs);
    }
  }

  private void onShaken(long nowNs) throws SSLException {
    Certificate shown = engine.getSession().getPeerCertificates()[0];
    peer = (X509Certificate) shown;
    try {
      // Asked again although the gate has let it pass: the library might have resumed a session.
      transport.trust().check(peer, transport.now());
    } catch (Refusal e) {
      fail(reasons.ofRefusal(e), nowNs);
      return;
    }
    if (isDialler) {
      state = State.HOPING;
    } else {
      sealer.reserve(1).put(WELCOME);
      sealer.sealAll();
      under.flush();
      becomeOpen(nowNs);
    }
  }

  private void becomeOpen(long nowNs) {
    state = State.OPEN;
    deadline.cancel();
    opener.grow();
    transport.onShaken(this);
    handler = party.onReady(this, nowNs);
  }

  /** Decrypts all that is there, and hands it to the owner. */
  private void receive(ByteBuffer bytes, long nowNs) throws SSLException {
    bytes.order(ByteOrder.BIG_ENDIAN);
    boolean isEnd = false;
    while (isAlive() && !isEnd && Records.isWhole(bytes)) {
      SSLEngineResult result = opener.open(bytes);
      isEnd = result.getStatus() == Status.CLOSED;
      if (result.getStatus() == Status.OK
          && result.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
        Handshake.answer(engine, sealer); // to a change of keys
        under.flush();
      }
      if (opener.isFull()) {
        deliver(nowNs);
      }
    }
    deliver(nowNs);
    if (isEnd && isAlive()) {
      closeQuietly("connection closed by " + under.remoteAddress());
    }
  }

  private boolean isAlive() {
    return state == State.HOPING || state == State.OPEN;
  }

  private void deliver(long nowNs) throws SSLException {
    if (opener.isEmpty() || !isAlive()) {
      return;
    }
    ByteBuffer unread = opener.unread();
    if (state == State.HOPING) {
      if (unread.get() != WELCOME) {
        throw new SSLException("no word of welcome");
      }
      becomeOpen(nowNs);
    }
    if (state == State.OPEN && handler != null && unread.hasRemaining()) {
      handler.onBytes(unread, nowNs);
    }
    opener.consumed();
  }

  @Override
  public void onWritable(long nowNs) {
    if (state == State.OPEN && handler != null) {
      handler.onWritable(nowNs);
    }
  }

  @Override
  public void onClosed(String reason, long nowNs) {
    boolean wasShaking = state == State.SHAKING || state == State.HOPING;
    transport.onOver(this);
    free();
    state = State.CLOSED;
    if (handler != null) {
      handler.onClosed(closeReason == null ? reason : closeReason, nowNs);
    } else if (wasShaking) {
      party.onFailed(reasons.ofCut(reason), nowNs);
    }
  }

  // ---- What the owner says

  @Override
  public ByteBuffer reserve(int bytes) {
    if (state == State.OPEN) {
      try {
        return sealer.reserve(bytes);
      } catch (SSLException e) {
        fail(reasons.of(e, transport.now()), transport.timeNs());
      }
    }
    return ByteBuffer.allocate(bytes); // goes nowhere
  }

  @Override
  public void unreserve(int bytes) {
    if (state == State.OPEN) {
      sealer.unreserve(bytes);
    }
  }

  @Override
  public void flush() {
    if (state == State.OPEN) {
      try {
        sealer.sealAll();
        under.flush();
      } catch (SSLException e) {
        fail(reasons.of(e, transport.now()), transport.timeNs());
      }
      if (sealer.isKeyWorn() && !transport.changesKeys()) {
        close("its keys have been used for as much as is safe; the next link has new ones");
      }
    }
  }

  @Override
  public boolean isWritable() {
    return under.isWritable();
  }

  @Override
  public long queuedBytes() {
    return state == State.OPEN ? under.queuedBytes() + sealer.gatheredBytes() : 0;
  }

  @Override
  public void close(String reason) {
    if (state == State.OPEN) {
      closeQuietly(reason);
    }
  }

  /** What waits is sent, then the end of it; the transport is about to close the wire below. */
  void finish() {
    if (state == State.OPEN) {
      try {
        sealer.sealAll();
      } catch (SSLException e) {
        // Then the peer hears the end of the connection only.
      }
      sayEnd();
      state = State.CLOSED;
    }
  }

  @Override
  public Rung rung() {
    return under.rung();
  }

  @Override
  public @Nullable String refusal(long name, byte[] passport) {
    X509Certificate shown = peer;
    return shown == null
        ? "it has shown no certificate"
        : transport.names().refusal(shown, name, passport);
  }

  @Override
  public String remoteAddress() {
    return under.remoteAddress();
  }

  // ---- Endings

  private void closeQuietly(String reason) {
    sayEnd();
    state = State.CLOSED;
    closeReason = reason;
    under.close(reason);
  }

  /** Ends it because of what the peer has shown, said or not said. */
  void fail(String reason, long nowNs) {
    if (state == State.FAILED || state == State.CLOSED) {
      return;
    }
    boolean hadOwner = state == State.OPEN;
    state = State.FAILED;
    deadline.cancel();
    transport.onOver(this);
    sayEnd();
    closeReason = reason;
    if (hadOwner) {
      under.close(reason);
    } else {
      free(); // before it lingers: there may be many
      // Closing now could overtake TLS's words; a peer that reads them closes by itself.
      transport.timers().set(LINGER_NS, now -> closeAfterLinger(reason));
      party.onFailed(reason, nowNs);
    }
  }

  /** Gives back all memory outside of the heap. Not while its owner may be using it. */
  void free() {
    if (!isFreed) {
      isFreed = true;
      state = State.FAILED;
      deadline.cancel();
      sealer.free();
      opener.free();
      Engines.release(engine);
    }
  }

  private void closeAfterLinger(String reason) {
    if (state == State.FAILED) {
      state = State.CLOSED;
      under.close(reason);
    }
  }

  /** Sends TLS's last words: that this is the end, or what was wrong. */
  private void sayEnd() {
    try {
      engine.closeOutbound();
      for (int i = 0; i < MAX_LAST_WORDS && sealer.sealOwnWords(); i++) {
        // until it has no more
      }
    } catch (SSLException e) {
      // It has nothing to say.
    }
    under.flush();
  }

  @Override
  public String toString() {
    return "TLS wire to " + under.remoteAddress() + ", " + state + ", of " + self.validUntil();
  }
}
