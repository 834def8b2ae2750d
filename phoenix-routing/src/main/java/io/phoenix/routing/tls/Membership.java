package io.phoenix.routing.tls;

import io.phoenix.api.PhoenixException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node's part in its cluster: who it is, and whom it trusts. What is in the files of {@link
 * Credentials}, checked.
 */
record Membership(Identity identity, Trust trust) {

  /**
   * Reads and checks a node's files.
   *
   * @throws PhoenixException if one is missing or broken, or they do not let this node in anywhere
   */
  static Membership read(Path directory, Instant now) {
    if (!Files.isDirectory(directory)) {
      throw new PhoenixException(
          "there is no directory "
              + directory
              + " with this node's certificate; let the cluster's authority issue one");
    }
    Identity identity = parsed(directory.resolve(Credentials.NODE_FILE), true, Identity::parse);
    var membership = new Membership(identity, readTrust(directory));
    try {
      membership.trust.check(identity.certificate(), now);
    } catch (Refusal e) {
      throw new PhoenixException(
          "the certificate in "
              + directory.resolve(Credentials.NODE_FILE)
              + " is of no use: "
              + e.getMessage(),
          e);
    }
    return membership;
  }

  /** Reads whom to trust. */
  static Trust readTrust(Path directory) {
    List<X509Certificate> authorities =
        parsed(directory.resolve(Credentials.AUTHORITIES_FILE), false, Membership::authorities);
    Path list = directory.resolve(Credentials.REVOKED_FILE);
    RevocationList revoked =
        Files.exists(list)
            ? parsed(list, false, pem -> RevocationList.parse(pem, authorities))
            : null;
    return new Trust(authorities, revoked);
  }

  private static List<X509Certificate> authorities(String pem) throws GeneralSecurityException {
    List<X509Certificate> found = X509.certificates(pem);
    if (found.isEmpty()) {
      throw new GeneralSecurityException("there is no CERTIFICATE in it");
    }
    return found;
  }

  /** Makes sense of a file's text. */
  private interface Parser<T> {
    T parse(String pem) throws GeneralSecurityException;
  }

  private static <T> T parsed(Path file, boolean isSecret, Parser<T> parser) {
    String pem = isSecret ? PrivateFiles.readSecret(file) : PrivateFiles.read(file);
    try {
      return parser.parse(pem);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new PhoenixException(file + " is damaged: " + e.getMessage(), e);
    }
  }

  /** The same, with the newer of its own and another list of revoked certificates. */
  Membership keepingNewest(@Nullable RevocationList list) {
    RevocationList own = trust.revoked();
    return list == null || (own != null && !list.isNewerThan(own))
        ? this
        : new Membership(identity, new Trust(trust.authorities(), list));
  }

  /**
   * What is known after {@code before}: of two lists with the same number, the one that was there
   * first stays.
   */
  Membership following(Membership before) {
    RevocationList known = before.trust.revoked();
    return known == null || isBetterInformedThan(before)
        ? this
        : new Membership(identity, new Trust(trust.authorities(), known));
  }

  /** Whether its list of revoked certificates is newer. */
  boolean isBetterInformedThan(Membership other) {
    RevocationList own = trust.revoked();
    RevocationList its = other.trust.revoked();
    return own != null && (its == null || own.isNewerThan(its));
  }

  Instant validUntil() {
    return identity.certificate().getNotAfter().toInstant();
  }

  /** Whether two thirds of the certificate's life are over: time to renew it. */
  boolean isAging(Instant now) {
    Instant from = identity.certificate().getNotBefore().toInstant();
    Duration third = Duration.between(from, validUntil()).dividedBy(3);
    return now.isAfter(validUntil().minus(third));
  }
}
