package io.phoenix.routing.ssh;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line of a known-hosts file: whose key. */
final class KnownHost {
  private static final Logger LOG = LoggerFactory.getLogger(KnownHost.class);
  private static final String HASHED = "|1|";

  private final String where;
  private final String marker;
  private final String names;
  private final byte[] key;

  private KnownHost(String where, String marker, String names, byte[] key) {
    this.where = where;
    this.marker = marker;
    this.names = names;
    this.key = key;
  }

  /** What a file knows; nothing if there is no such file. Lines that make no sense are skipped. */
  static List<KnownHost> read(Path file) {
    List<KnownHost> hosts = new ArrayList<>();
    try {
      int number = 0;
      for (String text : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
        number++;
        KnownHost host = parse(file + ":" + number, text.strip());
        if (host != null) {
          hosts.add(host);
        }
      }
    } catch (IOException e) {
      LOG.debug("no known hosts in {}: {}", file, e.toString());
    }
    return hosts;
  }

  private static @Nullable KnownHost parse(String where, String text) {
    if (text.isEmpty() || text.startsWith("#")) {
      return null;
    }
    List<String> words = Splitter.on(CharMatcher.whitespace()).omitEmptyStrings().splitToList(text);
    int first = words.get(0).startsWith("@") ? 1 : 0;
    if (words.size() < first + 3) {
      return null;
    }
    try {
      byte[] key = Base64.getDecoder().decode(words.get(first + 2));
      return new KnownHost(where, first == 0 ? "" : words.get(0), words.get(first), key);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** File and line. */
  String where() {
    return where;
  }

  byte[] key() {
    return key;
  }

  boolean hasKey(byte[] other) {
    return Arrays.equals(key, other);
  }

  boolean isRevoked() {
    return marker.equals("@revoked");
  }

  boolean isFor(String name) {
    if (marker.equals("@cert-authority")) {
      return false;
    }
    if (!names.startsWith(HASHED)) {
      return Pattern.listMatches(names, name);
    }
    List<String> parts = Splitter.on('|').splitToList(names.substring(HASHED.length()));
    try {
      return parts.size() == 2
          && Arrays.equals(
              hmac(Base64.getDecoder().decode(parts.get(0)), name),
              Base64.getDecoder().decode(parts.get(1)));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** A name as it stands in a file that shall not tell which hosts one knows. */
  static String hashed(String name) {
    byte[] salt = new byte[20];
    new SecureRandom().nextBytes(salt);
    Base64.Encoder base64 = Base64.getEncoder();
    return HASHED + base64.encodeToString(salt) + "|" + base64.encodeToString(hmac(salt, name));
  }

  private static byte[] hmac(byte[] salt, String name) {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(salt, "HmacSHA1"));
      return mac.doFinal(name.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HmacSHA1 is in every JDK", e);
    }
  }
}
