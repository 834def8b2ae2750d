package io.phoenix.routing.tls;

import java.net.Socket;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Where TLS asks whether to let somebody in. */
final class Gate extends X509ExtendedTrustManager {
  private final Supplier<Trust> trust;
  private final Clock clock;

  Gate(Supplier<Trust> trust, Clock clock) {
    this.trust = trust;
    this.clock = clock;
  }

  /** Authorities issue to nodes directly: whatever else is in the chain does not count. */
  private void check(X509Certificate[] chain) throws Refusal {
    trust.get().check(chain[0], clock.instant());
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String auth, SSLEngine engine)
      throws Refusal {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String auth, SSLEngine engine)
      throws Refusal {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String auth) throws Refusal {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String auth) throws Refusal {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String auth, Socket socket)
      throws Refusal {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String auth, Socket socket)
      throws Refusal {
    check(chain);
  }

  /** Not said: strangers need not know, and a member always shows the one certificate it has. */
  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
