package io.phoenix.routing.ssh;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.UserInfo;
import io.phoenix.routing.ssh.SshException.Trouble;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The known-hosts files, asked for one host. They are read anew each time, and only ever added to:
 * one line for a host that is new, if that is wanted. Names may be hashed or be patterns, and keys
 * be revoked; certificates of hosts are not understood.
 */
final class KnownHosts implements HostKeyRepository {
  private static final Logger LOG = LoggerFactory.getLogger(KnownHosts.class);
  private static final Object FILES = new Object(); // one at a time adds a line

  private final HostOptions options;
  private @Nullable SshException refusal;

  KnownHosts(HostOptions options) {
    this.options = options;
  }

  /** Why the host's key was refused; {@code null} if it was not. */
  @Nullable SshException refusal() {
    return refusal;
  }

  @Override
  public int check(String name, byte[] key) {
    synchronized (FILES) {
      return verdict(name, key);
    }
  }

  private int verdict(String name, byte[] key) {
    List<KnownHost> known = linesOf(name);
    for (KnownHost line : known) {
      if (line.isRevoked() && line.hasKey(key)) {
        refusal =
            refused(Trouble.CHANGED_HOST_KEY, name, key, " was revoked, in " + line.where(), null);
        return CHANGED;
      }
    }
    known.removeIf(KnownHost::isRevoked);
    if (known.stream().anyMatch(line -> line.hasKey(key))) {
      return OK;
    }
    if (!known.isEmpty()) {
      String hint =
          "if that is right, run ssh-keygen -R '%s' -f %s, then %s"
              .formatted(name, file(), scan(typeOf(key)));
      refusal =
          refused(
              Trouble.CHANGED_HOST_KEY,
              name,
              key,
              " is not the one known from " + known.get(0).where() + ": somebody may be in between",
              hint);
      return CHANGED;
    }
    if (options.acceptNew()) {
      add(name, key);
      return OK;
    }
    refusal =
        refused(
            Trouble.UNKNOWN_HOST_KEY,
            name,
            key,
            " is not known",
            "if that is right, run " + scan(typeOf(key)));
    return NOT_INCLUDED;
  }

  private SshException refused(
      Trouble trouble, String name, byte[] key, String what, @Nullable String hint) {
    return new SshException(
        trouble,
        "the %s key of host %s, %s,%s".formatted(typeOf(key), name, fingerprint(key), what),
        hint);
  }

  private String scan(String type) {
    String port = options.port() == 22 ? "" : "-p " + options.port() + " ";
    String kind = type.replaceFirst("^ssh-", "").replaceFirst("^ecdsa-.*", "ecdsa");
    return "ssh-keyscan %s-t %s %s >> %s".formatted(port, kind, options.host(), file());
  }

  private Path file() {
    return options.knownHosts().get(0);
  }

  /** All lines about a host; for another port than 22, those about the host as such count, too. */
  private List<KnownHost> linesOf(String name) {
    List<KnownHost> all = new ArrayList<>();
    for (Path file : options.knownHosts()) {
      all.addAll(KnownHost.read(file));
    }
    List<KnownHost> found = new ArrayList<>(all.stream().filter(line -> line.isFor(name)).toList());
    if (found.isEmpty() && name.startsWith("[")) {
      String bare = name.substring(1, name.lastIndexOf(']'));
      all.stream().filter(line -> line.isFor(bare)).forEach(found::add);
    }
    return found;
  }

  private void add(String name, byte[] key) {
    String shown = options.hashKnownHosts() ? KnownHost.hashed(name) : name;
    String text = shown + " " + typeOf(key) + " " + Base64.getEncoder().encodeToString(key) + "\n";
    Path file = file();
    try {
      Path directory = file.toAbsolutePath().getParent();
      if (directory != null && !Files.exists(directory)) {
        var owners = PosixFilePermissions.fromString("rwx------");
        Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(owners));
      }
      if (!Files.exists(file)) {
        var owners = PosixFilePermissions.fromString("rw-------");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(owners));
      } else if (!endsInNewline(file)) {
        text = "\n" + text;
      }
      Files.writeString(file, text, StandardOpenOption.APPEND);
      LOG.info("added host {} with its {} key to {}", name, typeOf(key), file);
    } catch (IOException | UnsupportedOperationException e) {
      // Accepted all the same, as OpenSSH does; it will be new again next time.
      LOG.warn("cannot add host {} to {}: {}", name, file, e.toString());
    }
  }

  private static boolean endsInNewline(Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    return content.length == 0 || content[content.length - 1] == '\n';
  }

  static String typeOf(byte[] key) {
    ByteBuffer blob = ByteBuffer.wrap(key);
    if (blob.remaining() < 4) {
      return "unknown";
    }
    int length = blob.getInt();
    return length < 0 || length > blob.remaining()
        ? "unknown"
        : new String(key, 4, length, StandardCharsets.US_ASCII);
  }

  static String fingerprint(byte[] key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
      return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA-256 is in every JDK", e);
    }
  }

  /** The keys of a host, by which JSch chooses what kind of key to ask the host for. */
  @Override
  public HostKey[] getHostKey(String name, @Nullable String type) {
    List<HostKey> keys = new ArrayList<>();
    for (KnownHost line : linesOf(name)) {
      if (!line.isRevoked() && (type == null || type.equals(typeOf(line.key())))) {
        try {
          keys.add(new HostKey(name, line.key()));
        } catch (JSchException e) {
          LOG.debug("{}: JSch does not know this kind of key", line.where());
        }
      }
    }
    return keys.toArray(new HostKey[0]);
  }

  @Override
  public HostKey[] getHostKey() {
    return new HostKey[0];
  }

  @Override
  public void add(HostKey key, UserInfo user) {}

  @Override
  public void remove(String host, String type) {}

  @Override
  public void remove(String host, String type, byte[] key) {}

  @Override
  public String getKnownHostsRepositoryID() {
    return file().toString();
  }
}
