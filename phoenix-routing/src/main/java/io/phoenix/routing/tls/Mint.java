package io.phoenix.routing.tls;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes keys, certificates and lists. ECDSA on P-256: fast, and every TLS library takes it. */
final class Mint {
  private static final SecureRandom RANDOM = new SecureRandom();

  private Mint() {}

  /** An authority, by a random name. */
  static Identity authority(Instant from, Instant until) {
    try {
      KeyPair keys = newKeys();
      X500Principal name = randomName();
      var builder =
          new JcaX509v3CertificateBuilder(
              name, newSerial(), Date.from(from), Date.from(until), name, keys.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      return finish(builder, keys.getPrivate(), keys.getPrivate());
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException("cannot make an authority", e);
    }
  }

  /** A member's certificate, which says nothing about it but its role. */
  static Identity member(Identity authority, Instant from, Instant until, Role role) {
    try {
      KeyPair keys = newKeys();
      var builder =
          new JcaX509v3CertificateBuilder(
              authority.certificate().getSubjectX500Principal(),
              newSerial(),
              Date.from(from),
              Date.from(until),
              randomName(),
              keys.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      List<KeyPurposeId> purposes = new ArrayList<>();
      purposes.add(KeyPurposeId.id_kp_serverAuth); // of both ends
      purposes.add(KeyPurposeId.id_kp_clientAuth);
      if (role == Role.ADMINISTRATOR) {
        purposes.add(
            KeyPurposeId.getInstance(new ASN1ObjectIdentifier(Role.ADMINISTRATOR_PURPOSE)));
      }
      builder.addExtension(
          Extension.extendedKeyUsage,
          true,
          new ExtendedKeyUsage(purposes.toArray(KeyPurposeId[]::new)));
      return finish(builder, keys.getPrivate(), authority.key());
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException("cannot make a certificate", e);
    }
  }

  /** A signed list of revoked certificates; a higher number replaces a lower one. */
  static byte[] revocations(
      Identity authority, long number, Instant now, Collection<BigInteger> serials) {
    try {
      X509Certificate issuer = authority.certificate();
      var builder = new JcaX509v2CRLBuilder(issuer.getSubjectX500Principal(), Date.from(now));
      builder.setNextUpdate(issuer.getNotAfter()); // it holds until there is another one
      builder.addExtension(Extension.cRLNumber, false, new CRLNumber(BigInteger.valueOf(number)));
      for (BigInteger serial : serials) {
        builder.addCRLEntry(serial, Date.from(now), CRLReason.privilegeWithdrawn);
      }
      return builder.build(signer(authority.key())).getEncoded();
    } catch (IOException | OperatorCreationException e) {
      throw new IllegalStateException("cannot make a list of revoked certificates", e);
    }
  }

  private static Identity finish(
      JcaX509v3CertificateBuilder builder, PrivateKey key, PrivateKey signingKey)
      throws GeneralSecurityException, OperatorCreationException {
    return new Identity(
        key, new JcaX509CertificateConverter().getCertificate(builder.build(signer(signingKey))));
  }

  private static ContentSigner signer(PrivateKey key) throws OperatorCreationException {
    return new JcaContentSignerBuilder(Identity.SIGNATURE_ALGORITHM).build(key);
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(Identity.KEY_ALGORITHM);
    generator.initialize(new ECGenParameterSpec(Identity.CURVE), RANDOM);
    return generator.generateKeyPair();
  }

  /** Random, so that it is unique over all authorities of a cluster. */
  private static BigInteger newSerial() {
    return new BigInteger(126, RANDOM).setBit(126);
  }

  private static X500Principal randomName() {
    byte[] bytes = new byte[8];
    RANDOM.nextBytes(bytes);
    return new X500Principal("CN=" + HexFormat.of().formatHex(bytes));
  }
}
