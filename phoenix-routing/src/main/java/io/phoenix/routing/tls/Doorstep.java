package io.phoenix.routing.tls;

import io.phoenix.api.Loop;
import io.phoenix.routing.world.Transport.Acceptor;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who has connected. Until a whole ClientHello has come, nothing is kept of it but this
 * object: what came in stays in the buffer of the wire below, which grows as it is filled. Only
 * then is there a {@link TlsWire}, with an engine and buffers of its own, which hears everything
 * from then on. The time for both together is bounded.
 */
final class Doorstep implements WireHandler, TlsWire.Party, Crowd.Guest {
  /** For those who were refused to read why, before the connection is closed. */
  private static final long LINGER_NS = TimeUnit.SECONDS.toNanos(1);

  private final TlsTransport transport;
  private final Wire under;
  private final Acceptor acceptor;
  private final Reasons reasons;
  private final long acceptedNs;
  private final Loop.Timer deadline;
  private boolean isRefused;
  private @Nullable TlsWire tls;

  Doorstep(TlsTransport transport, Wire under, Acceptor acceptor, Membership self, long nowNs) {
    this.transport = transport;
    this.under = under;
    this.acceptor = acceptor;
    reasons = new Reasons(under.remoteAddress(), self);
    acceptedNs = nowNs;
    transport.waiting().add(this, nowNs);
    deadline =
        transport
            .timers()
            .set(
                TlsWire.HANDSHAKE_NS,
                now -> {
                  refuse(reasons.ofSilence(TlsWire.HANDSHAKE_NS / 1_000_000), now);
                  under.close("silent");
                });
  }

  @Override
  public void onBytes(ByteBuffer bytes, long nowNs) {
    if (tls == null && !isRefused) {
      switch (ClientHello.in(bytes)) {
        case PART -> {
          return; // it comes again, with more
        }
        case NONE -> {
          byte[] words = Records.tlsOnly();
          under.reserve(words.length).put(words);
          under.flush();
          refuse(reasons.ofPlain(), nowNs);
          transport.timers().set(LINGER_NS, now -> under.close("not TLS"));
        }
        case WHOLE -> beginHandshake(nowNs);
      }
    }
    if (tls != null) {
      tls.onBytes(bytes, nowNs);
    } else {
      bytes.position(bytes.limit());
    }
  }

  private void beginHandshake(long nowNs) {
    deadline.cancel();
    transport.waiting().remove(this);
    transport.shaking().add(this, nowNs);
    TlsWire begun = transport.acceptedWire(under, this, acceptedNs + TlsWire.HANDSHAKE_NS - nowNs);
    tls = begun;
    begun.start(nowNs);
  }

  private void refuse(String reason, long nowNs) {
    isRefused = true;
    deadline.cancel();
    transport.complain(reason, nowNs);
  }

  @Override
  public WireHandler onReady(TlsWire wire, long nowNs) {
    transport.shaking().remove(this);
    return acceptor.onAccepted(wire, nowNs);
  }

  /** It has freed its memory, and stays for a moment, as one of many that cost little. */
  @Override
  public void onFailed(String reason, long nowNs) {
    transport.shaking().remove(this);
    transport.waiting().add(this, nowNs);
    refuse(reason, nowNs);
  }

  @Override
  public void onWritable(long nowNs) {
    if (tls != null) {
      tls.onWritable(nowNs);
    }
  }

  @Override
  public void onClosed(String reason, long nowNs) {
    deadline.cancel();
    if (tls != null) {
      tls.onClosed(reason, nowNs);
    } else if (!isRefused) {
      refuse(reasons.ofCut(reason), nowNs);
    }
    transport.waiting().remove(this);
    transport.shaking().remove(this);
  }

  @Override
  public String address() {
    return under.remoteAddress().replaceFirst(":\\d+$", "");
  }

  @Override
  public void onEvicted(long nowNs) {
    String reason = "too many TLS handshakes at once, the oldest from " + address();
    if (tls != null) {
      tls.free(); // at once, and not only when the socket is closed
    }
    if (!isRefused) {
      refuse(reason, nowNs);
    }
    under.close(reason);
  }
}
