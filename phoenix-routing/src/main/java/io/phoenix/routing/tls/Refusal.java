package io.phoenix.routing.tls;

import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;

/**
 * Why a certificate is not accepted, in words for people. The cause tells TLS, which passes it on
 * to the other end as the number of an alert.
 */
final class Refusal extends CertificateException {
  private static final long serialVersionUID = 1L;

  private final BasicReason kind;

  Refusal(BasicReason kind, String why) {
    super(why, new CertPathValidatorException(why, null, null, -1, kind));
    this.kind = kind;
  }

  BasicReason kind() {
    return kind;
  }
}
