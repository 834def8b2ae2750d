package io.phoenix.routing.tls;

import io.phoenix.api.PhoenixException;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an authority writes down, apart from its keys. An immutable value, and a text of one line
 * per fact.
 *
 * @param cluster a name, for people
 * @param signing which of the authority's keys signs from now on
 * @param trusted the keys whose certificates nodes accept: more than one while keys change
 * @param listNumber the number of the latest list of revoked certificates
 * @param issued every certificate that has not long expired
 */
record AuthorityBook(
    String cluster, String signing, List<String> trusted, long listNumber, List<Entry> issued) {
  private static final String HEADER = "phoenix-authority 1";

  /**
   * A certificate.
   *
   * @param revoked when it was revoked; {@code null} if it was not
   * @param node whose it is
   */
  record Entry(
      BigInteger serial, Instant from, Instant until, @Nullable Instant revoked, String node) {

    boolean isLive(Instant now) {
      return revoked == null && until.isAfter(now);
    }

    Entry revokedAt(Instant now) {
      return new Entry(serial, from, until, now, node);
    }

    private String toLine() {
      return "issued "
          + serial.toString(16)
          + " "
          + from
          + " "
          + until
          + " "
          + (revoked == null ? "-" : revoked)
          + " "
          + node;
    }

    private static Entry parse(String line) {
      String[] part = line.split(" ", 5);
      return new Entry(
          new BigInteger(part[0], 16),
          Instant.parse(part[1]),
          Instant.parse(part[2]),
          part[3].equals("-") ? null : Instant.parse(part[3]),
          part[4]);
    }
  }

  AuthorityBook {
    trusted = List.copyOf(trusted);
    issued = List.copyOf(issued);
  }

  AuthorityBook withIssued(List<Entry> entries) {
    return new AuthorityBook(cluster, signing, trusted, listNumber, entries);
  }

  AuthorityBook withKeys(String signing, List<String> trusted) {
    return new AuthorityBook(cluster, signing, trusted, listNumber, issued);
  }

  AuthorityBook withNextList() {
    return new AuthorityBook(cluster, signing, trusted, listNumber + 1, issued);
  }

  String toText() {
    List<String> lines = new ArrayList<>();
    lines.add(HEADER);
    lines.add("cluster " + cluster);
    lines.add("signing " + signing);
    trusted.forEach(id -> lines.add("trusted " + id));
    lines.add("list " + listNumber);
    issued.forEach(entry -> lines.add(entry.toLine()));
    return String.join("\n", lines) + "\n";
  }

  /**
   * Reads what {@link #toText} has written.
   *
   * @param source where the text comes from, for messages to people
   */
  static AuthorityBook parse(String text, String source) {
    List<String> lines = text.lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
      throw new PhoenixException(source + " does not begin with '" + HEADER + "'");
    }
    String cluster = "";
    String signing = "";
    List<String> trusted = new ArrayList<>();
    long list = 0;
    List<Entry> issued = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      String[] words = lines.get(i).split(" ", 2);
      try {
        switch (words[0]) {
          case "cluster" -> cluster = words[1];
          case "signing" -> signing = words[1];
          case "trusted" -> trusted.add(words[1]);
          case "list" -> list = Long.parseLong(words[1]);
          case "issued" -> issued.add(Entry.parse(words[1]));
          default -> throw new IllegalArgumentException("unknown word '" + words[0] + "'");
        }
      } catch (IllegalArgumentException | DateTimeException | IndexOutOfBoundsException e) {
        throw new PhoenixException(source + ", line " + (i + 1) + ": " + e.getMessage(), e);
      }
    }
    if (!trusted.contains(signing)) {
      throw new PhoenixException(source + " is not complete: it does not say whose key signs");
    }
    return new AuthorityBook(cluster, signing, trusted, list, issued);
  }
}
