package io.phoenix.routing.tls;

import io.phoenix.routing.world.NameKey;
import io.phoenix.routing.world.Notary;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Binds names to certificates; see the package's door sign. A passport is checked once, and then
 * remembered with all its bytes.
 */
final class CertifiedNames implements Notary {
  /** How many passports are remembered; about a kilobyte each. */
  private static final int MAX_REMEMBERED = 10_000;

  private final TlsTransport transport;
  private List<X509Certificate> authorities = List.of();

  private final Map<ByteBuffer, Passport> remembered =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Passport> eldest) {
          return size() > MAX_REMEMBERED;
        }
      };

  CertifiedNames(TlsTransport transport) {
    this.transport = transport;
  }

  @Override
  public NameKey newName(RandomGenerator random) {
    return CertifiedKey.generate(transport::identity);
  }

  @Override
  public Standing judge(long name, byte[] passport, byte[] content, byte[] signature) {
    Passport shown;
    try {
      shown = read(passport);
      if (shown == null) {
        return Standing.STRANGE;
      }
    } catch (GeneralSecurityException e) {
      return Standing.FORGED;
    }
    if (shown.name() != name || !Signed.verify(shown.key(), Signed.SAYING, signature, content)) {
      return Standing.FORGED;
    }
    return transport.trust().isRevoked(shown.certificate()) ? Standing.REVOKED : Standing.GENUINE;
  }

  /** What a passport says; {@code null} if it is of an authority that is not trusted here. */
  private @Nullable Passport read(byte[] passport) throws GeneralSecurityException {
    Trust trust = transport.trust();
    if (!trust.authorities().equals(authorities)) {
      authorities = trust.authorities();
      remembered.clear();
    }
    ByteBuffer key = ByteBuffer.wrap(passport.clone());
    Passport known = remembered.get(key);
    if (known == null) {
      known = Passport.parse(passport);
      if (!trust.isIssued(known.certificate())) {
        return null;
      }
      remembered.put(key, known);
    }
    return known;
  }

  @Override
  public boolean isSuccession(long former, long successor, byte[] proof) {
    return CertifiedKey.isSuccession(former, successor, proof);
  }

  /**
   * One for each millisecond since 1970. A node that claims something takes the next epoch after
   * those that it has heard of, so honest ones stay far below.
   */
  @Override
  public long highestEpoch() {
    return transport.now().toEpochMilli();
  }

  /** Why the owner of a certificate cannot have a name; {@code null} if it can. */
  @Nullable String refusal(X509Certificate peer, long name, byte[] passport) {
    if (passport.length == 0) {
      return "it shows nothing that binds its name to its certificate: run the same release of"
          + " Phoenix at both ends";
    }
    try {
      Passport shown = Passport.parse(passport);
      boolean isItsOwn =
          shown.name() == name
              && Arrays.equals(shown.certificate().getEncoded(), peer.getEncoded());
      return isItsOwn
          ? null
          : "the name that it gives is bound to another certificate than its own";
    } catch (GeneralSecurityException e) {
      return "what it shows for its name is forged or damaged: " + e.getMessage();
    }
  }
}
