package io.phoenix.routing.tls;

import io.phoenix.api.PhoenixException;
import io.phoenix.api.Security;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a node needs to be let into its cluster: the files of the directory that {@link
 * Security#tls} names. Everything is text; {@link #files} is for those who carry it to another
 * machine, where each file must be its owner's alone (0600).
 *
 * <pre>{@code
 * authority.issue("lan1-3").writeTo(Path.of("lan1-3"));
 * NodeConfig config = NodeConfig.of("app", 1024).withSecurity(Security.tls(Path.of("lan1-3")));
 * }</pre>
 *
 * @param authorities the certificates of the authorities to trust: {@code ca.pem}
 * @param node the node's private key and certificate: {@code node.pem}
 * @param revoked the signed list of revoked certificates: {@code revoked.pem}
 */
public record Credentials(String authorities, String node, String revoked) {
  /** Whom to trust. Replaced when the cluster changes its authority. */
  public static final String AUTHORITIES_FILE = "ca.pem";

  /** The secret one. Replaced when the certificate is renewed. */
  public static final String NODE_FILE = "node.pem";

  /** Whom not to trust. Replaced when somebody is revoked, also by the node itself. */
  public static final String REVOKED_FILE = "revoked.pem";

  private static final int PARTS = 3;

  /** The contents of the files, by their names. */
  public Map<String, byte[]> files() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(AUTHORITIES_FILE, authorities.getBytes(StandardCharsets.UTF_8));
    files.put(NODE_FILE, node.getBytes(StandardCharsets.UTF_8));
    files.put(REVOKED_FILE, revoked.getBytes(StandardCharsets.UTF_8));
    return files;
  }

  /**
   * Writes the files into a directory, each at once as a whole; a node that runs with them notices.
   *
   * @return what the node's configuration takes
   */
  public Security writeTo(Path directory) {
    PrivateFiles.createDirectory(directory);
    PrivateFiles.write(directory.resolve(AUTHORITIES_FILE), authorities);
    PrivateFiles.write(directory.resolve(REVOKED_FILE), revoked);
    PrivateFiles.write(directory.resolve(NODE_FILE), node);
    return Security.tls(directory);
  }

  /** What the configuration of a node takes that keeps them in memory. */
  public Security inMemory() {
    return Security.tls(authorities, node);
  }

  /** One word without blanks, for a child's pipe; it is as secret as the key in it. */
  public String toWord() {
    return Stream.of(authorities, node, revoked)
        .map(text -> Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)))
        .collect(Collectors.joining("."));
  }

  /**
   * Reads what {@link #toWord} has made.
   *
   * @throws IllegalArgumentException if it is something else; the message does not show it
   */
  public static Credentials ofWord(String word) {
    String[] parts = word.split("\\.", -1);
    if (parts.length != PARTS) {
      throw new IllegalArgumentException("these are no credentials");
    }
    return new Credentials(decoded(parts[0]), decoded(parts[1]), decoded(parts[2]));
  }

  private static String decoded(String part) {
    return new String(Base64.getDecoder().decode(part), StandardCharsets.UTF_8);
  }

  /**
   * Replaces the list of revoked certificates among a node's files, if this one is newer.
   *
   * @param revoked the list, as {@link ClusterAuthority#revocations} gives it
   * @return whether it was
   * @throws PhoenixException if an authority of the node's cluster has not signed it
   */
  public static boolean offerRevoked(Path directory, String revoked) {
    Trust known = Membership.readTrust(directory);
    try {
      RevocationList offered = RevocationList.parse(revoked, known.authorities());
      RevocationList present = known.revoked();
      boolean isNews = present == null || offered.isNewerThan(present);
      if (isNews) {
        PrivateFiles.write(directory.resolve(REVOKED_FILE), offered.toPem());
      }
      return isNews;
    } catch (GeneralSecurityException e) {
      throw new PhoenixException("a list of revoked certificates of no use: " + e.getMessage(), e);
    }
  }

  /** Does not give the key away. */
  @Override
  public String toString() {
    return "Credentials[" + node.lines().findFirst().orElse("") + "]";
  }
}
