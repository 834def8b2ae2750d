package io.phoenix.routing.tls;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import io.phoenix.api.PhoenixException;
import java.time.Clock;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * Makes TLS engines for one identity. Two libraries can do it: BoringSSL, which comes as native
 * code with Netty's tcnative, and the Java library's own.
 *
 * <p>Measured on 2 cores of an AMD EPYC, JDK 17, one thread, AES-128-GCM, direct buffers:
 *
 * <table>
 *   <caption>BoringSSL and the Java library</caption>
 *   <tr><th></th><th>BoringSSL</th><th>Java</th></tr>
 *   <tr><td>record of 16 kB: seal, open</td><td>2.0, 2.4 µs</td><td>4.8, 4.8 µs</td></tr>
 *   <tr><td>record of 64 B: seal, open</td><td>0.37, 0.45 µs</td><td>0.55, 0.55 µs</td></tr>
 *   <tr><td>handshake, both ends: first, later</td><td>10, 2 ms</td><td>170, 13 to 40 ms</td></tr>
 * </table>
 *
 * <p>So it is BoringSSL wherever its native code can be loaded.
 */
final class Engines implements AutoCloseable {
  private static final String PROTOCOL = "TLSv1.3";

  /** Who does the cryptography. */
  enum Kind {
    /** The native library. */
    BORING,
    /** The Java library. */
    JAVA;

    /** The better of those that this machine has. */
    static Kind best() {
      return OpenSsl.isAvailable() ? BORING : JAVA;
    }

    private SslProvider provider() {
      return this == BORING ? SslProvider.OPENSSL_REFCNT : SslProvider.JDK;
    }
  }

  private final Kind kind;
  private final SslContext client;
  private final SslContext server;

  /**
   * @param trust asked at each handshake
   * @param self what the other ends are shown
   */
  Engines(Kind kind, Supplier<Trust> trust, Identity self, Clock clock) {
    this.kind = kind;
    var gate = new Gate(trust, clock, kind);
    var own = new OwnKey(self);
    try {
      client =
          SslContextBuilder.forClient()
              .sslProvider(kind.provider())
              .protocols(PROTOCOL)
              .keyManager(own)
              .trustManager(gate)
              .endpointIdentificationAlgorithm(null) // any member will do, at any address
              .build();
      server =
          SslContextBuilder.forServer(own)
              .sslProvider(kind.provider())
              .protocols(PROTOCOL)
              .clientAuth(ClientAuth.REQUIRE)
              .trustManager(gate)
              .build();
    } catch (SSLException e) {
      throw new PhoenixException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  SSLEngine forDialler() {
    return client.newEngine(UnpooledByteBufAllocator.DEFAULT);
  }

  SSLEngine forAcceptor() {
    return server.newEngine(UnpooledByteBufAllocator.DEFAULT);
  }

  /** Whether an engine changes its keys by itself before they have been used for too much. */
  boolean changesKeys() {
    return kind == Kind.JAVA;
  }

  /** Frees an engine's memory. */
  static void release(SSLEngine engine) {
    ReferenceCountUtil.release(engine);
  }

  /** Engines that are in use keep what they need. */
  @Override
  public void close() {
    ReferenceCountUtil.release(client);
    ReferenceCountUtil.release(server);
  }
}
