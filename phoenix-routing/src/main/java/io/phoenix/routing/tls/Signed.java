package io.phoenix.routing.tls;

import io.phoenix.api.PhoenixException;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;

/**
 * Signatures of members. Each is made for one purpose, whose name is signed along: what was signed
 * for one cannot be shown for another.
 */
final class Signed {
  /** A certificate's key says: this other key, of a name, is this node's. */
  static final String PASSPORT = "phoenix passport";

  /** A name's key says: the node of this name says so. */
  static final String SAYING = "phoenix saying";

  /** A former name's key says: this is my next name. */
  static final String SUCCESSION = "phoenix succession";

  /** A certificate's key says: do this. */
  static final String ORDER = "phoenix order";

  private static final int MAX_PART_BYTES = 8 << 10;

  private Signed() {}

  static byte[] sign(PrivateKey key, String purpose, byte[]... content) {
    try {
      Signature signer = Signature.getInstance(Identity.SIGNATURE_ALGORITHM);
      signer.initSign(key);
      signer.update(pack(purpose, content));
      return signer.sign();
    } catch (GeneralSecurityException e) {
      throw new PhoenixException("this node's key cannot sign: " + e.getMessage(), e);
    }
  }

  static boolean verify(PublicKey key, String purpose, byte[] signature, byte[]... content) {
    try {
      Signature verifier = Signature.getInstance(Identity.SIGNATURE_ALGORITHM);
      verifier.initVerify(key);
      verifier.update(pack(purpose, content));
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false; // a signature that is none
    }
  }

  private static byte[] pack(String purpose, byte[][] content) {
    var all = new ByteArrayOutputStream();
    all.writeBytes(purpose.getBytes(StandardCharsets.US_ASCII));
    for (byte[] part : content) {
      all.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  static PublicKey publicKey(byte[] encoded) throws GeneralSecurityException {
    return KeyFactory.getInstance(Identity.KEY_ALGORITHM)
        .generatePublic(new X509EncodedKeySpec(encoded));
  }

  /** The name that a key speaks for: 63 bits of its hash. */
  static long nameOf(byte[] publicKey) {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      hash.update("phoenix name".getBytes(StandardCharsets.US_ASCII));
      return ByteBuffer.wrap(hash.digest(publicKey)).getLong() | Long.MIN_VALUE;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  static byte[] bytes(long... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.length);
    for (long number : numbers) {
      bytes.putLong(number);
    }
    return bytes.array();
  }

  /** Puts parts into one text, each with its length before it. */
  static byte[] join(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += Short.BYTES + part.length;
    }
    ByteBuffer out = ByteBuffer.allocate(length);
    for (byte[] part : parts) {
      out.putShort((short) part.length).put(part);
    }
    return out.array();
  }

  /**
   * Takes what {@link #join} has made apart again.
   *
   * @throws GeneralSecurityException if it is not that many parts
   */
  static List<byte[]> split(byte[] joined, int count) throws GeneralSecurityException {
    try {
      ByteBuffer in = ByteBuffer.wrap(joined);
      List<byte[]> parts = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        int length = Short.toUnsignedInt(in.getShort());
        if (length > MAX_PART_BYTES || length > in.remaining()) {
          throw new GeneralSecurityException("a part of " + length + " bytes");
        }
        byte[] part = new byte[length];
        in.get(part);
        parts.add(part);
      }
      if (in.hasRemaining()) {
        throw new GeneralSecurityException(in.remaining() + " bytes too many");
      }
      return parts;
    } catch (BufferUnderflowException e) {
      throw new GeneralSecurityException("cut short", e);
    }
  }
}
