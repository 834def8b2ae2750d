package io.phoenix.apps.launch;

import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The jar that nodes are started from, known on every host by what is in it.
 *
 * @param file where it is here
 * @param hash of its bytes
 */
record Jar(Path file, String hash) {
  private static final int HASH_DIGITS = 32;

  /** The jar that this command itself was started from. */
  static Jar own() {
    String given = System.getProperty("phoenix.jar", "");
    try {
      Path file =
          given.isEmpty()
              ? Path.of(Jar.class.getProtectionDomain().getCodeSource().getLocation().toURI())
              : Path.of(given);
      if (!Files.isRegularFile(file)) {
        throw new UserError(
            "this command was not started from a jar, but from " + file,
            "start it by scripts/phoenix, or with -Dphoenix.jar=FILE");
      }
      return new Jar(file, hashOf(file));
    } catch (IOException | URISyntaxException e) {
      throw new UserError("cannot read phoenix.jar: " + e.getMessage(), "build it again");
    }
  }

  private static String hashOf(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(java.io.OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /** Its name on other hosts, below Phoenix's directory there. */
  String remoteName() {
    return "jars/" + hash + ".jar";
  }

  /** The name there of the file with its classes, as that Java likes to read them. */
  String archiveName(HostJava java) {
    return "jars/" + hash + "-" + java.key() + ".jsa";
  }
}
