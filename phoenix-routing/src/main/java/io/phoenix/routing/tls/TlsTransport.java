package io.phoenix.routing.tls;

import io.phoenix.api.Explanation;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.api.Security;
import io.phoenix.routing.world.Bulletin;
import io.phoenix.routing.world.NodeLoop;
import io.phoenix.routing.world.Notary;
import io.phoenix.routing.world.Timers;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Any transport, under TLS: wires that are made and accepted through this one are handed out when
 * both ends have proved to be of the same cluster, and not before.
 */
public final class TlsTransport implements Transport {
  private static final Logger log = LoggerFactory.getLogger(TlsTransport.class);

  /** Those who have not said a whole ClientHello: a socket each, and what they have said. */
  private static final int MAX_WAITING = 256;

  private static final int MAX_WAITING_PER_ADDRESS = 128;

  /** Those whose handshake has begun: about 100 KiB each. */
  private static final int MAX_SHAKING = 128;

  private static final int MAX_SHAKING_PER_ADDRESS = 64;

  private static final long REVIEW_NS = TimeUnit.SECONDS.toNanos(10);

  /** How long one that is revoked has to hear of it before its links are closed. */
  private static final long LAST_WORD_NS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final String CLOSED = "this node has been closed";

  private final Transport under;
  private final NodeLoop loop;
  private final Clock clock;
  private final Engines.Kind kind;
  private final Complaints complaints = new Complaints();
  private final Crowd waiting = new Crowd(MAX_WAITING, MAX_WAITING_PER_ADDRESS);
  private final Crowd shaking = new Crowd(MAX_SHAKING, MAX_SHAKING_PER_ADDRESS);
  private final Set<TlsWire> inside = new LinkedHashSet<>();
  private Membership self;
  private Engines engines;
  private final CertifiedNames names = new CertifiedNames(this);
  private boolean isClosed;
  private boolean hasLastWords;
  private @Nullable MembershipWatch watch;
  private @Nullable Runnable onNewList;
  private @Nullable Runnable onRevoked;

  TlsTransport(Transport under, NodeLoop loop, Membership self, Clock clock, Engines.Kind kind) {
    this.under = under;
    this.loop = loop;
    this.self = self;
    this.clock = clock;
    this.kind = kind;
    engines = new Engines(kind, this::trust, self.identity(), clock);
  }

  /**
   * Puts TLS over a transport.
   *
   * @param loop what {@code under} runs on
   * @param directory this node's files, as {@link io.phoenix.api.Security#tls} describes them
   * @throws io.phoenix.api.PhoenixException if they are not there or not in order
   */
  public static TlsTransport open(Transport under, NodeLoop loop, Path directory) {
    Clock clock = Clock.systemUTC();
    Membership self = Membership.read(directory, clock.instant());
    var transport = new TlsTransport(under, loop, self, clock, Engines.Kind.best());
    transport.watch(directory);
    return transport;
  }

  /**
   * Puts TLS over a transport, by credentials that are in no file and do not change.
   *
   * @throws io.phoenix.api.PhoenixException if they are not in order
   */
  public static TlsTransport open(Transport under, NodeLoop loop, Security.TlsInMemory given) {
    Clock clock = Clock.systemUTC();
    try {
      var trust = new Trust(X509.certificates(given.authorities()), null);
      var self = new Membership(Identity.parse(given.node()), trust);
      trust.check(self.identity().certificate(), clock.instant());
      var transport = new TlsTransport(under, loop, self, clock, Engines.Kind.best());
      loop.execute(transport::reviewFromNowOn);
      return transport;
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new PhoenixException("the credentials are of no use: " + e.getMessage(), e);
    }
  }

  private void reviewFromNowOn() {
    if (!isClosed) {
      review();
      loop.set(REVIEW_NS, now -> reviewFromNowOn());
    }
  }

  /** Follows a directory from now on, until this is closed. */
  MembershipWatch watch(Path directory) {
    var found =
        new MembershipWatch.Listener() {
          @Override
          public void onMembership(Membership next) {
            onLoop(() -> become(next));
          }

          @Override
          public void onRevoked() {
            onLoop(TlsTransport.this::endRevoked);
          }

          @Override
          public void onTime() {
            onLoop(TlsTransport.this::review);
          }
        };
    watch = new MembershipWatch(directory, self, clock, found);
    watch.start();
    return watch;
  }

  private void onLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // The node has been closed meanwhile.
    }
  }

  @Override
  public Port listen(Port local, Acceptor acceptor) {
    return under.listen(
        local,
        new Acceptor() {
          @Override
          public WireHandler onAccepted(Wire wire, long nowNs) {
            return isClosed
                ? turnAway(wire)
                : new Doorstep(TlsTransport.this, wire, acceptor, self, nowNs);
          }

          @Override
          public void onExhausted(long nowNs) {
            waiting.evictAll(nowNs);
            acceptor.onExhausted(nowNs);
          }
        });
  }

  @Override
  public List<Port> reachableAt(Port listening) {
    return under.reachableAt(listening);
  }

  @Override
  public List<Explanation.ListenerState> listeners() {
    return under.listeners();
  }

  private static WireHandler turnAway(Wire wire) {
    wire.close(CLOSED);
    return new WireHandler() {
      @Override
      public void onBytes(ByteBuffer bytes, long nowNs) {
        bytes.position(bytes.limit());
      }

      @Override
      public void onWritable(long nowNs) {}

      @Override
      public void onClosed(String reason, long nowNs) {}
    };
  }

  @Override
  public void dial(Port remote, Dialer dialer) {
    under.dial(
        remote,
        new Dialer() {
          @Override
          public WireHandler onConnected(Wire wire, long nowNs) {
            if (isClosed) {
              dialer.onFailed(CLOSED, nowNs);
              return turnAway(wire);
            }
            var tls =
                new TlsWire(
                    TlsTransport.this,
                    wire,
                    engines.forDialler(),
                    self,
                    visit(dialer),
                    TlsWire.HANDSHAKE_NS);
            tls.start(nowNs);
            return tls;
          }

          @Override
          public void onFailed(String reason, long nowNs) {
            dialer.onFailed(reason, nowNs);
          }
        });
  }

  private static TlsWire.Party visit(Dialer dialer) {
    return new TlsWire.Party() {
      @Override
      public WireHandler onReady(TlsWire wire, long nowNs) {
        return dialer.onConnected(wire, nowNs);
      }

      @Override
      public void onFailed(String reason, long nowNs) {
        dialer.onFailed(reason, nowNs);
      }
    };
  }

  @Override
  public void close() {
    try {
      if (loop.inLoop()) {
        closeOnLoop();
      } else if (!loop.tryRun(this::closeOnLoop)) {
        loop.execute(this::closeOnLoop);
      }
    } catch (RejectedExecutionException e) {
      under.close(); // the loop has ended, and with it all wires
    }
  }

  private void closeOnLoop() {
    if (!isClosed) {
      isClosed = true;
      List.copyOf(inside).forEach(TlsWire::finish);
      under.close();
      engines.close();
      if (watch != null) {
        watch.close();
      }
    }
  }

  // ---- Changes while it runs

  /** Goes on as another one: with a renewed certificate, or with other views of whom to trust. */
  void become(Membership next) {
    if (isClosed) {
      return;
    }
    Membership before = self;
    self = next.following(before);
    if (!next.identity().equals(before.identity())) {
      engines.close();
      engines = new Engines(kind, this::trust, self.identity(), clock);
      log.info("This node's certificate is valid until {} from now on", next.validUntil());
    }
    if (self.isBetterInformedThan(before) && onNewList != null) {
      onNewList.run();
    }
    reviewSoon();
  }

  /** A moment later: who is on a new list shall hear of it before its links are closed. */
  private void reviewSoon() {
    hasLastWords = true;
    loop.set(
        LAST_WORD_NS,
        now -> {
          hasLastWords = false;
          review();
        });
  }

  @Override
  public void onRevoked(Runnable listener) {
    onRevoked = listener;
  }

  private void endRevoked() {
    Runnable listener = onRevoked;
    onRevoked = null;
    if (listener != null) {
      log.error("This node's certificate was revoked: nobody will have a link with it any more");
      listener.run();
    }
  }

  /** Ends the links to all whose certificates are no longer good, having been so. */
  void review() {
    if (hasLastWords) {
      return;
    }
    Instant now = now();
    for (TlsWire wire : List.copyOf(inside)) {
      X509Certificate peer = wire.peer();
      try {
        if (peer != null) {
          self.trust().check(peer, now);
        }
      } catch (Refusal e) {
        String reason = new Reasons(wire.remoteAddress(), self).ofRefusal(e);
        log.warn("Link closed: {}", reason);
        wire.fail(reason, loop.nowNs());
      }
    }
  }

  @Override
  public Bulletin bulletin() {
    return new Bulletin() {
      @Override
      public byte[] newest() {
        RevocationList list = self.trust().revoked();
        return list == null ? new byte[0] : list.der();
      }

      @Override
      public boolean offer(byte[] edition) {
        return learn(edition);
      }

      @Override
      public void onNew(Runnable listener) {
        onNewList = listener;
      }
    };
  }

  @Override
  public Notary notary() {
    return names;
  }

  CertifiedNames names() {
    return names;
  }

  /** Takes a list of revoked certificates from anybody, if the authority has signed it. */
  private boolean learn(byte[] der) {
    try {
      RevocationList list = RevocationList.parse(der, self.trust().authorities());
      Membership before = self;
      self = self.keepingNewest(list);
      if (!self.isBetterInformedThan(before)) {
        return false;
      }
      log.info("A neighbour brings {}", list);
      if (watch != null) {
        watch.save(list);
      }
      reviewSoon();
      return true;
    } catch (GeneralSecurityException e) {
      log.warn("A neighbour brings a list of revoked certificates of no use: {}", e.getMessage());
      return false;
    }
  }

  // ---- What wires need

  Trust trust() {
    return self.trust();
  }

  Identity identity() {
    return self.identity();
  }

  Timers timers() {
    return loop;
  }

  Instant now() {
    return clock.instant();
  }

  long timeNs() {
    return loop.nowNs();
  }

  boolean changesKeys() {
    return engines.changesKeys();
  }

  /** A wire whose handshake begins now, made by somebody else. */
  TlsWire acceptedWire(Wire wire, TlsWire.Party party, long limitNs) {
    SSLEngine engine = engines.forAcceptor();
    try {
      return new TlsWire(this, wire, engine, self, party, limitNs);
    } catch (RuntimeException | Error e) {
      Engines.release(engine);
      throw e;
    }
  }

  /** Says why somebody was not let in. */
  void complain(String reason, long nowNs) {
    if (complaints.isWorthSaying(reason, nowNs)) {
      log.warn("Not let in: {}", reason);
    } else {
      log.debug("Not let in: {}", reason);
    }
  }

  /** Those who have connected and not said a whole ClientHello, or were refused. */
  Crowd waiting() {
    return waiting;
  }

  /** Those who are proving who they are. */
  Crowd shaking() {
    return shaking;
  }

  void onShaken(TlsWire wire) {
    inside.add(wire);
  }

  void onOver(TlsWire wire) {
    inside.remove(wire);
  }
}
