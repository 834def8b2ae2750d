package io.phoenix.routing.tls;

import java.io.ByteArrayInputStream;
import java.security.cert.CRLException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** Certificates and revocation lists, to and from their text form. */
final class X509 {
  private X509() {}

  static List<X509Certificate> certificates(String pem) throws CertificateException {
    List<X509Certificate> found = new ArrayList<>();
    for (byte[] der : Pem.decode(pem, Pem.CERTIFICATE)) {
      found.add(certificate(der));
    }
    return found;
  }

  static X509Certificate certificate(byte[] der) throws CertificateException {
    return (X509Certificate) factory().generateCertificate(new ByteArrayInputStream(der));
  }

  static X509CRL list(byte[] der) throws CertificateException, CRLException {
    return (X509CRL) factory().generateCRL(new ByteArrayInputStream(der));
  }

  static String toPem(String comment, X509Certificate certificate) throws IllegalArgumentException {
    try {
      return Pem.encode(comment, Pem.CERTIFICATE, certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalArgumentException("not a certificate to be written down", e);
    }
  }

  /** How a certificate is called when people are told of it. */
  static String serial(X509Certificate certificate) {
    return certificate.getSerialNumber().toString(16);
  }

  private static CertificateFactory factory() throws CertificateException {
    return CertificateFactory.getInstance("X.509");
  }
}
