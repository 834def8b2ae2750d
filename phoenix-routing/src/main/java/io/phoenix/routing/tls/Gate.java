package io.phoenix.routing.tls;

import io.netty.handler.ssl.OpenSslCertificateException;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Where TLS asks whether to let somebody in. */
final class Gate extends X509ExtendedTrustManager {
  // Numbers of OpenSSL's x509_vfy.h: the peer is told bad_certificate and unknown_ca.
  private static final int CERT_REJECTED = 28;
  private static final int ISSUER_UNKNOWN = 20;

  private final Supplier<Trust> trust;
  private final Clock clock;
  private final boolean isBoring;

  Gate(Supplier<Trust> trust, Clock clock, Engines.Kind kind) {
    this.trust = trust;
    this.clock = clock;
    isBoring = kind == Engines.Kind.BORING;
  }

  /** Authorities issue to nodes directly: whatever else is in the chain does not count. */
  private void check(X509Certificate[] chain) throws CertificateException {
    try {
      trust.get().check(chain[0], clock.instant());
    } catch (Refusal e) {
      throw isBoring ? forBoringSsl(e) : e;
    }
  }

  /** BoringSSL takes numbers; what it makes of exceptions does not tell all cases apart. */
  private static CertificateException forBoringSsl(Refusal refusal) {
    return switch (refusal.kind()) {
      case EXPIRED, REVOKED -> refusal;
      case NOT_YET_VALID -> new OpenSslCertificateException(refusal, CERT_REJECTED);
      default -> new OpenSslCertificateException(refusal, ISSUER_UNKNOWN);
    };
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String auth, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String auth, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String auth) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String auth) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String auth, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String auth, Socket socket)
      throws CertificateException {
    check(chain);
  }

  /** Not said: strangers need not know, and a member always shows the one certificate it has. */
  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
