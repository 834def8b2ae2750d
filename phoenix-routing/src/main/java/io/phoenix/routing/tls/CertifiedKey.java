package io.phoenix.routing.tls;

import io.phoenix.api.PhoenixException;
import io.phoenix.routing.world.NameKey;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The key of a node's name; the node's certificate vouches for it. */
final class CertifiedKey implements NameKey {
  private final PrivateKey key;
  private final byte[] publicKey;
  private final long name;
  private final Supplier<Identity> identity;
  private @Nullable Identity passportOf;
  private byte[] passport = {};

  private CertifiedKey(PrivateKey key, byte[] publicKey, Supplier<Identity> identity) {
    this.key = key;
    this.publicKey = publicKey;
    this.identity = identity;
    name = Signed.nameOf(publicKey);
  }

  /** A new name of whoever has this identity at the time. */
  static CertifiedKey generate(Supplier<Identity> identity) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(Identity.KEY_ALGORITHM);
      generator.initialize(new ECGenParameterSpec(Identity.CURVE));
      KeyPair keys = generator.generateKeyPair();
      return new CertifiedKey(keys.getPrivate(), keys.getPublic().getEncoded(), identity);
    } catch (GeneralSecurityException e) {
      throw new PhoenixException("cannot make a key for this node's name: " + e.getMessage(), e);
    }
  }

  @Override
  public long name() {
    return name;
  }

  @Override
  public byte[] passport() {
    Identity now = identity.get();
    if (!now.equals(passportOf)) {
      passportOf = now;
      passport = Passport.issue(now, publicKey);
    }
    return passport.clone();
  }

  @Override
  public byte[] sign(byte[] content) {
    return Signed.sign(key, Signed.SAYING, content);
  }

  @Override
  public byte[] secret() {
    return Signed.join(key.getEncoded(), publicKey);
  }

  @Override
  public byte[] succeed(byte[] formerSecret) {
    try {
      List<byte[]> parts = Signed.split(formerSecret, 2);
      byte[] formerKey = parts.get(1);
      PrivateKey secret =
          KeyFactory.getInstance(Identity.KEY_ALGORITHM)
              .generatePrivate(new PKCS8EncodedKeySpec(parts.get(0)));
      byte[] names = Signed.bytes(Signed.nameOf(formerKey), name);
      return Signed.join(formerKey, Signed.sign(secret, Signed.SUCCESSION, names));
    } catch (GeneralSecurityException e) {
      throw new PhoenixException(
          "the leave log has no key that proves whose it is ("
              + e.getMessage()
              + "): it was written without certificates, or by an older release",
          e);
    }
  }

  static boolean isSuccession(long former, long successor, byte[] proof) {
    try {
      List<byte[]> parts = Signed.split(proof, 2);
      byte[] formerKey = parts.get(0);
      byte[] names = Signed.bytes(former, successor);
      return Signed.nameOf(formerKey) == former
          && Signed.verify(Signed.publicKey(formerKey), Signed.SUCCESSION, parts.get(1), names);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
