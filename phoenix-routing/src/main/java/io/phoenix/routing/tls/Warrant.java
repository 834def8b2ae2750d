package io.phoenix.routing.tls;

import io.phoenix.api.PhoenixException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Proves that an administrator has given an order: its certificate, the time, and a signature of
 * the order. Messages on the way may be forged by any member; these cannot.
 *
 * <pre>{@code
 * byte[] warrant = Warrant.signer(Path.of("visitor")).sign(order);
 * Warrant.check(Path.of("lan1-3"), order, warrant); // by the node that is to obey
 * }</pre>
 */
public final class Warrant {
  /**
   * How far the clocks of two machines may be apart. A warrant holds for so long: whoever obeys
   * must remember orders for twice this time, not to carry one out again.
   */
  public static final Duration CLOCKS_APART = Duration.ofHours(1);

  private final Identity identity;
  private final Clock clock;

  private Warrant(Identity identity, Clock clock) {
    this.identity = identity;
    this.clock = clock;
  }

  /** Signs with the certificate in a directory, as {@link Credentials} describe it. */
  public static Warrant signer(Path directory) {
    return signer(directory, Clock.systemUTC());
  }

  static Warrant signer(Path directory, Clock clock) {
    return new Warrant(Membership.read(directory, clock.instant()).identity(), clock);
  }

  /** Signs an order. */
  public byte[] sign(byte[] order) {
    byte[] time = Signed.bytes(clock.millis());
    try {
      return Signed.join(
          time,
          identity.certificate().getEncoded(),
          Signed.sign(identity.key(), Signed.ORDER, time, order));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a certificate that was read can be written", e);
    }
  }

  /**
   * Checks who has given an order.
   *
   * @param directory the files of the node that is to obey
   * @throws PhoenixException if no administrator of this cluster has given it, or long ago
   */
  public static void check(Path directory, byte[] order, byte[] warrant) {
    check(directory, order, warrant, Clock.systemUTC().instant());
  }

  static void check(Path directory, byte[] order, byte[] warrant, Instant now) {
    if (warrant.length == 0) {
      throw new PhoenixException("it is not signed; only an administrator's certificate may");
    }
    try {
      List<byte[]> parts = Signed.split(warrant, 3);
      X509Certificate certificate = X509.certificate(parts.get(1));
      Membership.readTrust(directory).check(certificate, now);
      if (Role.of(certificate) != Role.ADMINISTRATOR) {
        throw new PhoenixException(
            "it is signed with a node's certificate, and only an administrator's may; if it was"
                + " made by an older release, 'phoenix renew' makes another");
      }
      byte[] time = parts.get(0);
      if (time.length != Long.BYTES
          || !Signed.verify(certificate.getPublicKey(), Signed.ORDER, parts.get(2), time, order)) {
        throw new GeneralSecurityException("its signature is of another order");
      }
      Instant signed = Instant.ofEpochMilli(ByteBuffer.wrap(time).getLong());
      if (Duration.between(signed, now).abs().compareTo(CLOCKS_APART) > 0) {
        throw new PhoenixException(
            "it was signed at " + signed + ", and this machine's clock says " + now);
      }
    } catch (GeneralSecurityException e) {
      throw new PhoenixException("it is not signed as it should be: " + e.getMessage(), e);
    }
  }
}
