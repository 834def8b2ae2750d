package io.phoenix.routing.tls;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who belongs to the cluster: whoever has a certificate that one of the authorities has signed, as
 * long as it is valid and not revoked. All members are equal, so a certificate is not tied to an
 * address: that may change.
 *
 * @param authorities at least one
 * @param revoked {@code null}: there is no list yet
 */
record Trust(List<X509Certificate> authorities, @Nullable RevocationList revoked) {

  Trust {
    authorities = List.copyOf(authorities);
  }

  /** Judges a certificate at a time, by this machine's clock. */
  void check(X509Certificate certificate, Instant now) throws Refusal {
    X509Certificate authority = authorityOf(certificate);
    checkDates("it", certificate, now);
    checkDates("the authority's certificate", authority, now);
    checkSignature(certificate, authority, now);
    if (isRevoked(certificate)) {
      throw new Refusal(
          BasicReason.REVOKED, "it was revoked (serial number " + X509.serial(certificate) + ")");
    }
  }

  boolean isRevoked(X509Certificate certificate) {
    return revoked != null && revoked.contains(certificate);
  }

  /**
   * Whether an authority has made it. Neither the clock nor the list of revoked ones is asked: what
   * a node has once signed stays signed, and all nodes shall find the same.
   */
  boolean isIssued(X509Certificate certificate) {
    try {
      certificate.verify(authorityOf(certificate).getPublicKey());
      return certificate.getBasicConstraints() < 0; // an authority's own is no node's
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private X509Certificate authorityOf(X509Certificate certificate) throws Refusal {
    for (X509Certificate authority : authorities) {
      if (authority.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
        return authority;
      }
    }
    throw new Refusal(
        BasicReason.UNSPECIFIED,
        "it is of another authority, so of another cluster than this node");
  }

  private static void checkDates(String what, X509Certificate certificate, Instant now)
      throws Refusal {
    Instant from = certificate.getNotBefore().toInstant();
    Instant until = certificate.getNotAfter().toInstant();
    if (now.isBefore(from)) {
      throw new Refusal(
          BasicReason.NOT_YET_VALID,
          what
              + " is valid from "
              + from
              + ", and this machine's clock says "
              + now
              + "; set the clock of whichever machine is wrong");
    }
    if (now.isAfter(until)) {
      throw new Refusal(
          BasicReason.EXPIRED,
          what
              + " is valid until "
              + until
              + ", and this machine's clock says "
              + now
              + "; renew it, or set the clock if that is wrong");
    }
  }

  private static void checkSignature(
      X509Certificate certificate, X509Certificate authority, Instant now) throws Refusal {
    try {
      var parameters = new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
      parameters.setRevocationEnabled(false); // that is done by our own list
      parameters.setDate(Date.from(now));
      CertPathValidator.getInstance("PKIX")
          .validate(
              CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate)),
              parameters);
    } catch (GeneralSecurityException e) {
      Refusal refusal =
          new Refusal(
              BasicReason.INVALID_SIGNATURE,
              "its authority, whose name it bears, has not made it: " + e.getMessage());
      refusal.addSuppressed(e);
      throw refusal;
    }
  }
}
