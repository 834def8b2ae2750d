package io.phoenix.routing.tls;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text form of keys, certificates and lists: labelled blocks of base 64, with free text around.
 */
final class Pem {
  static final String CERTIFICATE = "CERTIFICATE";
  static final String PRIVATE_KEY = "PRIVATE KEY";
  static final String REVOKED = "X509 CRL";

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  private Pem() {}

  /** One block, with a line of its own before it for people to read. */
  static String encode(String comment, String label, byte[] der) {
    return "# "
        + comment
        + "\n-----BEGIN "
        + label
        + "-----\n"
        + LINES.encodeToString(der)
        + "\n-----END "
        + label
        + "-----\n";
  }

  /** The contents of all blocks of one label, in their order. */
  static List<byte[]> decode(String text, String label) {
    List<byte[]> found = new ArrayList<>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      if (block.group(1).equals(label)) {
        found.add(Base64.getMimeDecoder().decode(block.group(2)));
      }
    }
    return found;
  }
}
