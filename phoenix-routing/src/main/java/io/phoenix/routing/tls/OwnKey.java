package io.phoenix.routing.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Shows the one identity that there is to everybody who asks. A key store would do the same, and
 * take a second of a starting node's time to encrypt the key with a password and decrypt it again.
 */
final class OwnKey extends X509ExtendedKeyManager {
  private static final String ALIAS = "self";

  private final Identity self;

  OwnKey(Identity self) {
    this.self = self;
  }

  /** Some ask by a name that says how the key is used, too, such as {@code EC_EC}. */
  private static @Nullable String aliasFor(String... keyTypes) {
    for (String type : keyTypes) {
      if (type.startsWith(Identity.KEY_ALGORITHM)) {
        return ALIAS;
      }
    }
    return null;
  }

  private static String @Nullable [] aliasesFor(String keyType) {
    String alias = aliasFor(keyType);
    return alias == null ? null : new String[] {alias};
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return aliasesFor(keyType);
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return aliasesFor(keyType);
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return aliasFor(keyTypes);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return aliasFor(keyType);
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return aliasFor(keyTypes);
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return aliasFor(keyType);
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return new X509Certificate[] {self.certificate()};
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return self.key();
  }
}
