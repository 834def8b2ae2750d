package io.phoenix.routing.tls;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;

/**
 * The certificates that are revoked, signed by an authority of the cluster. Serial numbers are
 * unique over all of its authorities, so one list speaks for all of them; of two lists, the one
 * with the higher number holds.
 */
final class RevocationList {
  private static final String NUMBER = "2.5.29.20";
  private static final int OCTET_STRING = 4;
  private static final int INTEGER = 2;

  private final X509CRL list;
  private final BigInteger number;
  private final byte[] der;

  private RevocationList(X509CRL list, BigInteger number, byte[] der) {
    this.list = list;
    this.number = number;
    this.der = der;
  }

  /**
   * Reads a list and checks its signature.
   *
   * @throws GeneralSecurityException if it is broken, or none of these authorities has signed it
   */
  static RevocationList parse(byte[] der, Collection<X509Certificate> authorities)
      throws GeneralSecurityException {
    X509CRL list = X509.list(der);
    for (X509Certificate authority : authorities) {
      if (authority.getSubjectX500Principal().equals(list.getIssuerX500Principal())) {
        list.verify(authority.getPublicKey());
        return new RevocationList(list, number(list), der.clone());
      }
    }
    throw new GeneralSecurityException("it is not signed by an authority of this cluster");
  }

  /** The list in a file's text. */
  static RevocationList parse(String pem, Collection<X509Certificate> authorities)
      throws GeneralSecurityException {
    List<byte[]> lists = Pem.decode(pem, Pem.REVOKED);
    if (lists.isEmpty()) {
      throw new GeneralSecurityException("there is no X509 CRL in it");
    }
    return parse(lists.get(0), authorities);
  }

  /** The extension's value: a number within a string of bytes. */
  private static BigInteger number(X509CRL list) throws GeneralSecurityException {
    byte[] value = list.getExtensionValue(NUMBER);
    if (value == null
        || value.length < 5
        || value.length > 127
        || value[0] != OCTET_STRING
        || value[1] != value.length - 2
        || value[2] != INTEGER
        || value[3] != value.length - 4) {
      throw new GeneralSecurityException("it has no number");
    }
    return new BigInteger(value, 4, value.length - 4);
  }

  boolean isNewerThan(RevocationList other) {
    return number.compareTo(other.number) > 0;
  }

  boolean contains(X509Certificate certificate) {
    return list.getRevokedCertificate(certificate.getSerialNumber()) != null;
  }

  byte[] der() {
    return der.clone();
  }

  String toPem() {
    return Pem.encode(toString(), Pem.REVOKED, der);
  }

  @Override
  public String toString() {
    var entries = list.getRevokedCertificates();
    return "list "
        + number
        + ": "
        + (entries == null ? 0 : entries.size())
        + " certificates revoked";
  }
}
