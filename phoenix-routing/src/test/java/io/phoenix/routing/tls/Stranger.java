package io.phoenix.routing.tls;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.phoenix.routing.tls.TlsWorld.End;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** Speaks TLS as a client that trusts everybody and has no certificate, step by step. */
final class Stranger {
  private static final int ROUNDS = 50;

  final End end;
  private final TlsWorld world;
  private final SSLEngine engine;
  private final ByteBuffer told = ByteBuffer.allocate(1 << 16);
  private int read;

  Stranger(TlsWorld world) throws GeneralSecurityException {
    this.world = world;
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
    engine = context.createSSLEngine();
    engine.setUseClientMode(true);
    end = world.dial(world.near.transport());
  }

  /** Returns whether the handshake is over, as far as a client can tell. */
  boolean shakeHands() throws SSLException {
    engine.beginHandshake();
    for (int i = 0; i < ROUNDS; i++) {
      switch (engine.getHandshakeStatus()) {
        case NEED_WRAP -> write();
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          world.world.runFor(10_000_000);
          take();
        }
        case NEED_TASK -> engine.getDelegatedTask().run();
        default -> {
          return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
        }
      }
    }
    return false;
  }

  private void write() throws SSLException {
    ByteBuffer out = ByteBuffer.allocate(1 << 16);
    engine.wrap(ByteBuffer.allocate(0), out);
    byte[] bytes = new byte[out.flip().remaining()];
    out.get(bytes);
    end.write(bytes);
  }

  /** Takes what has come, a record at a time. */
  private void take() throws SSLException {
    ByteBuffer in = ByteBuffer.wrap(end.received.toByteArray());
    in.position(read);
    engine.unwrap(in, told);
    read = in.position();
  }

  /** How the other end has taken it: TLS's word for the reason, or what it has said instead. */
  String verdict() {
    try {
      while (read < end.received.size() && !engine.isInboundDone()) {
        take();
      }
    } catch (SSLException e) {
      return String.valueOf(e.getMessage());
    }
    return "let in, and told " + told.position() + " bytes";
  }
}
