package io.phoenix.routing.tls;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Binds a name to a certificate: the name is the hash of a key, and the certificate's key has
 * signed that key. A node makes a key for each start, and keeps it when its certificate is renewed.
 *
 * @param certificate who vouches for the name
 * @param key speaks for the name
 * @param name what the key hashes to
 */
record Passport(X509Certificate certificate, PublicKey key, long name) {

  /** A passport as it is sent: the certificate, the name's key, and the signature of that. */
  static byte[] issue(Identity identity, byte[] nameKey) {
    try {
      return Signed.join(
          identity.certificate().getEncoded(),
          nameKey,
          Signed.sign(identity.key(), Signed.PASSPORT, nameKey));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a certificate that was read can be written", e);
    }
  }

  /**
   * Reads one, and checks that its certificate's key has signed it; whose certificate that is, is
   * for the caller to check.
   *
   * @throws GeneralSecurityException if it is broken or forged
   */
  static Passport parse(byte[] issued) throws GeneralSecurityException {
    List<byte[]> parts = Signed.split(issued, 3);
    X509Certificate certificate = X509.certificate(parts.get(0));
    byte[] nameKey = parts.get(1);
    if (!Signed.verify(certificate.getPublicKey(), Signed.PASSPORT, parts.get(2), nameKey)) {
      throw new GeneralSecurityException("its certificate's key has not signed it");
    }
    return new Passport(certificate, Signed.publicKey(nameKey), Signed.nameOf(nameKey));
  }
}
