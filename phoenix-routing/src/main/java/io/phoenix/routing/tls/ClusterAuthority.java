package io.phoenix.routing.tls;

import io.phoenix.api.PhoenixException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cluster's own certificate authority: a directory on the machine of whoever runs the cluster. It
 * says who belongs to it, and who no longer does.
 *
 * <pre>{@code
 * ClusterAuthority authority = ClusterAuthority.create(Path.of("authority"), "storm");
 * authority.issue("lan1-3").writeTo(Path.of("lan1-3")); // or carry files() to another machine
 * authority.issue("lan1-3"); //                            renews: another key and certificate
 * authority.revoke("lan1-3"); //                           all of its certificates
 * authority.revocations(); //                              give one node this; it tells the others
 * }</pre>
 *
 * <p>Certificates of nodes live for 24 to 30 days: give each node new ones in time, it takes them
 * up without a restart. Several processes may use one directory at once.
 */
public final class ClusterAuthority {
  /** How long a node's certificate holds at most, unless something else is asked for. */
  public static final Duration NODE_LIFE = Duration.ofDays(30);

  /** How long an authority's own certificate holds. */
  public static final Duration AUTHORITY_LIFE = Duration.ofDays(3650);

  /** Certificates hold from a little earlier on, for machines whose clocks are behind. */
  private static final Duration BACKDATED = Duration.ofHours(1);

  private final AuthorityStore files;
  private final Clock clock;
  private final Duration nodeLife;

  private ClusterAuthority(AuthorityStore files, Clock clock, Duration nodeLife) {
    this.files = files;
    this.clock = clock;
    this.nodeLife = nodeLife;
  }

  /**
   * Creates an authority.
   *
   * @param directory is made if it does not exist
   * @param cluster a name for people; certificates do not show it
   * @throws PhoenixException if there is one already, or the directory cannot be written to
   */
  public static ClusterAuthority create(Path directory, String cluster) {
    return create(directory, cluster, Clock.systemUTC());
  }

  static ClusterAuthority create(Path directory, String cluster, Clock clock) {
    return create(new AuthorityFiles(directory), cluster, clock, NODE_LIFE);
  }

  private static ClusterAuthority create(
      AuthorityStore files, String cluster, Clock clock, Duration nodeLife) {
    checkName("cluster", cluster);
    var authority = new ClusterAuthority(files, clock, nodeLife);
    files.locked(
        () -> {
          if (files.exist()) {
            throw new PhoenixException(
                "there is an authority in " + files + " already; open that, or delete it");
          }
          String id = files.writeKey(authority.newKey(), cluster);
          files.writeBook(new AuthorityBook(cluster, id, List.of(id), 1, List.of()));
          return id;
        });
    return authority;
  }

  /**
   * Opens an authority that was created before.
   *
   * @throws PhoenixException if there is none in that directory
   */
  public static ClusterAuthority open(Path directory) {
    return open(directory, Clock.systemUTC());
  }

  static ClusterAuthority open(Path directory, Clock clock) {
    var files = new AuthorityFiles(directory);
    files.readBook();
    return new ClusterAuthority(files, clock, NODE_LIFE);
  }

  /**
   * An authority for a cluster that begins and ends with this process, such as all nodes on this
   * machine. It is kept in memory only: give each node its {@link Credentials#inMemory credentials}
   * through a pipe, and nothing is left when the process ends. Its certificates hold for as long as
   * any such process lives: there is nobody to renew them.
   */
  public static ClusterAuthority ephemeral() {
    return create(new AuthorityMemory(), "ephemeral", Clock.systemUTC(), AUTHORITY_LIFE);
  }

  /** The name that it was created with. */
  public String cluster() {
    return files.readBook().cluster();
  }

  /** Makes a key and a certificate for a node, in addition to those that it may have. */
  public Credentials issue(String node) {
    return issue(node, lifeOf(node));
  }

  /**
   * Up to a fifth less than the longest, by the node's name: the certificates of a cluster that is
   * started, or renewed, at one moment do not all end at one moment.
   */
  private Duration lifeOf(String node) {
    long spreadSeconds = nodeLife.toSeconds() / 5;
    long mixed = (node.hashCode() * 0x9E3779B97F4A7C15L) >>> 1;
    return nodeLife.minusSeconds(mixed % spreadSeconds);
  }

  /** Until when there is a certificate that is not revoked, by what the holder is called. */
  public Map<String, Instant> validUntil() {
    Map<String, Instant> latest = new HashMap<>();
    for (AuthorityBook.Entry entry : files.locked(files::readBook).issued()) {
      if (entry.revoked() == null) {
        latest.merge(entry.node(), entry.until(), (a, b) -> a.isAfter(b) ? a : b);
      }
    }
    return latest;
  }

  /**
   * As {@link #issue(String)}, for a time of one's own.
   *
   * @param node what the node is called here and in {@link #revoke}; certificates do not show it
   */
  public Credentials issue(String node, Duration life) {
    return issue(node, life, Role.NODE, false);
  }

  /**
   * As {@link #issue(String)}, for somebody who may tell nodes what to do: the commands of whoever
   * runs the cluster. A node's certificate is not enough for that.
   */
  public Credentials issueAdministrator(String name) {
    return issue(name, NODE_LIFE, Role.ADMINISTRATOR, false);
  }

  /**
   * As {@link #issue(String)}, but not for a node that was revoked.
   *
   * @throws PhoenixException if it was, and nobody has let it in again since
   */
  public Credentials renew(String node) {
    return issue(node, lifeOf(node), Role.NODE, true);
  }

  private Credentials issue(String node, Duration life, Role role, boolean unlessRevoked) {
    checkName("node", node);
    return files.locked(
        () -> {
          AuthorityBook book = files.readBook();
          if (unlessRevoked && isRevoked(book, node, now())) {
            throw new PhoenixException("'" + node + "' was revoked");
          }
          Identity signer = files.readKey(book.signing());
          Instant now = now();
          Instant until = earlier(now.plus(life), signer.certificate().getNotAfter().toInstant());
          if (!until.isAfter(now)) {
            throw new PhoenixException(
                "the authority in " + files + " expired at " + until + "; rekey it");
          }
          Identity identity = Mint.member(signer, now.minus(BACKDATED), until, role);
          List<AuthorityBook.Entry> issued = new ArrayList<>(book.issued());
          issued.removeIf(entry -> entry.until().isBefore(now.minus(NODE_LIFE)));
          issued.add(
              new AuthorityBook.Entry(
                  identity.certificate().getSerialNumber(), now, until, null, node));
          book = book.withIssued(issued);
          files.writeBook(book);
          String comment = "node " + node + " of cluster " + book.cluster() + ", until " + until;
          return new Credentials(trusted(book), identity.toPem(comment), revocations(book));
        });
  }

  /**
   * Revokes all certificates of a node. Give {@link #revocations} to any node: it tells the others,
   * and all of them end their links to that node. To revoke a node once more does no harm.
   *
   * @return how many certificates that were
   * @throws PhoenixException if it never had any that would still hold
   */
  public int revoke(String node) {
    return files.locked(
        () -> {
          AuthorityBook book = files.readBook();
          Instant now = now();
          List<AuthorityBook.Entry> issued = new ArrayList<>();
          int count = 0;
          for (AuthorityBook.Entry entry : book.issued()) {
            boolean hit = entry.node().equals(node) && entry.isLive(now);
            issued.add(hit ? entry.revokedAt(now) : entry);
            count += hit ? 1 : 0;
          }
          if (count == 0 && isRevoked(book, node, now)) {
            return 0;
          }
          if (count == 0) {
            throw new PhoenixException(
                "'" + node + "' has no certificate to revoke; these have: " + holders(book, now));
          }
          files.writeBook(book.withIssued(issued).withNextList());
          return count;
        });
  }

  /** Whether all certificates of a node that would still hold are revoked. */
  private static boolean isRevoked(AuthorityBook book, String node, Instant now) {
    List<AuthorityBook.Entry> own =
        book.issued().stream()
            .filter(entry -> entry.node().equals(node) && entry.until().isAfter(now))
            .toList();
    return !own.isEmpty() && own.stream().noneMatch(entry -> entry.isLive(now));
  }

  /** Whether a node was revoked, and has got no certificate since. */
  public boolean isRevoked(String node) {
    return isRevoked(files.readBook(), node, now());
  }

  private static String holders(AuthorityBook book, Instant now) {
    List<String> names =
        book.issued().stream()
            .filter(entry -> entry.isLive(now))
            .map(AuthorityBook.Entry::node)
            .distinct()
            .sorted()
            .toList();
    String some = String.join(", ", names.subList(0, Math.min(names.size(), 20)));
    return names.isEmpty() ? "none" : some + (names.size() > 20 ? ", …" : "");
  }

  /** The signed list of revoked certificates, as it is now: {@code revoked.pem} of every node. */
  public String revocations() {
    return files.locked(() -> revocations(files.readBook()));
  }

  /** The certificates of the authorities to trust: {@code ca.pem} of every node. */
  public String trusted() {
    return files.locked(() -> trusted(files.readBook()));
  }

  /** How far a change of the authority's key has come; {@code null} if none is under way. */
  public @Nullable Rekeying rekeying() {
    AuthorityBook book = files.readBook();
    List<String> keys = book.trusted();
    if (keys.size() == 1) {
      return null;
    }
    return book.signing().equals(keys.get(keys.size() - 1)) ? Rekeying.SWITCHED : Rekeying.PREPARED;
  }

  /** A step of the change from one key of the authority to the next. */
  public enum Rekeying {
    /**
     * There is a new key, not used yet. Give every node {@link ClusterAuthority#trusted}, then take
     * the next step.
     */
    PREPARED,
    /**
     * The new key signs. {@link ClusterAuthority#issue(String)} every node a new certificate, then
     * take the next step.
     */
    SWITCHED,
    /**
     * The old key is deleted. Give every node {@link ClusterAuthority#trusted}: the old one is not
     * trusted any more.
     */
    RETIRED
  }

  /**
   * Takes the next step of changing the authority's key: because it may have become known to
   * others, or before its certificate expires. The cluster works on between all steps.
   */
  public Rekeying rekey() {
    return files.locked(
        () -> {
          AuthorityBook book = files.readBook().withNextList();
          String newest = book.trusted().get(book.trusted().size() - 1);
          if (book.trusted().size() == 1) {
            String next = files.writeKey(newKey(), book.cluster());
            files.writeBook(book.withKeys(newest, List.of(newest, next)));
            return Rekeying.PREPARED;
          }
          if (!book.signing().equals(newest)) {
            files.writeBook(book.withKeys(newest, book.trusted()));
            return Rekeying.SWITCHED;
          }
          files.writeBook(book.withKeys(newest, List.of(newest)));
          book.trusted().stream().filter(id -> !id.equals(newest)).forEach(files::deleteKey);
          return Rekeying.RETIRED;
        });
  }

  private Identity newKey() {
    Instant now = now();
    return Mint.authority(now.minus(BACKDATED), now.plus(AUTHORITY_LIFE));
  }

  private String trusted(AuthorityBook book) {
    StringBuilder text = new StringBuilder();
    for (String id : book.trusted()) {
      X509Certificate certificate = files.readKey(id).certificate();
      Instant until = certificate.getNotAfter().toInstant();
      String comment = "authority of cluster " + book.cluster() + ", until " + until;
      text.append(X509.toPem(comment, certificate));
    }
    return text.toString();
  }

  private String revocations(AuthorityBook book) {
    Instant now = now();
    List<BigInteger> serials =
        book.issued().stream()
            .filter(entry -> entry.revoked() != null)
            .map(AuthorityBook.Entry::serial)
            .toList();
    byte[] list = Mint.revocations(files.readKey(book.signing()), book.listNumber(), now, serials);
    String comment =
        "list " + book.listNumber() + " of cluster " + book.cluster() + ": " + serials.size();
    return Pem.encode(comment + " certificates revoked", Pem.REVOKED, list);
  }

  /** Certificates know no fractions of a second. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  private static void checkName(String what, String name) {
    if (name.isBlank() || name.length() > 200 || name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          what + "='" + name + "' must be 1 to 200 printable characters");
    }
  }
}
