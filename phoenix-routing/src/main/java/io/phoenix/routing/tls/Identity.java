package io.phoenix.routing.tls;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;

/** A private key and the certificate that goes with it: a node's, or an authority's. */
record Identity(PrivateKey key, X509Certificate certificate) {
  static final String KEY_ALGORITHM = "EC";
  static final String CURVE = "secp256r1";
  static final String SIGNATURE_ALGORITHM = "SHA256withECDSA";

  /** Both in one text, so that a file of it is replaced as a whole. */
  String toPem(String comment) {
    return Pem.encode(comment + ": private key", Pem.PRIVATE_KEY, key.getEncoded())
        + X509.toPem(comment + ": certificate", certificate);
  }

  /**
   * Reads what {@link #toPem} has written.
   *
   * @throws GeneralSecurityException if one is missing or broken, or they do not belong together
   */
  static Identity parse(String pem) throws GeneralSecurityException {
    List<byte[]> keys = Pem.decode(pem, Pem.PRIVATE_KEY);
    if (keys.isEmpty()) {
      throw new GeneralSecurityException("there is no PRIVATE KEY in it");
    }
    List<X509Certificate> certificates = X509.certificates(pem);
    if (certificates.isEmpty()) {
      throw new GeneralSecurityException("there is no CERTIFICATE in it");
    }
    PrivateKey key =
        KeyFactory.getInstance(KEY_ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(keys.get(0)));
    var identity = new Identity(key, certificates.get(0));
    identity.checkThatKeyFits();
    return identity;
  }

  private void checkThatKeyFits() throws GeneralSecurityException {
    byte[] sample = {1, 2, 3};
    Signature signer = Signature.getInstance(SIGNATURE_ALGORITHM);
    signer.initSign(key);
    signer.update(sample);
    byte[] signature = signer.sign();
    Signature verifier = Signature.getInstance(SIGNATURE_ALGORITHM);
    verifier.initVerify(certificate.getPublicKey());
    verifier.update(sample);
    if (!verifier.verify(signature)) {
      throw new GeneralSecurityException("its private key is not that of its certificate");
    }
  }
}
