package io.phoenix.routing.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;

/** What the owner of a certificate may do, besides holding links. */
enum Role {
  /** Speaks for itself. A certificate without a role, as older releases made them, is a node's. */
  NODE,
  /** Tells nodes what to do. */
  ADMINISTRATOR;

  /**
   * Stands in the certificate of an administrator, among the purposes of its key: a number made
   * from a random UUID, as everybody may have one (ITU-T X.667).
   */
  static final String ADMINISTRATOR_PURPOSE = "2.25.187046283015722914270318190742215374261";

  static Role of(X509Certificate certificate) {
    try {
      List<String> purposes = certificate.getExtendedKeyUsage();
      return purposes != null && purposes.contains(ADMINISTRATOR_PURPOSE) ? ADMINISTRATOR : NODE;
    } catch (CertificateParsingException e) {
      return NODE;
    }
  }
}
