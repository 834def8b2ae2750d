package io.phoenix.apps.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of hosts as files give them: {@code node[01-16].example.org} stands for sixteen. */
final class HostNames {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?");
  private static final Pattern ADDRESS_V6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");
  private static final Pattern RANGE =
      Pattern.compile("([^\\[\\]]*)\\[(\\d{1,6})-(\\d{1,6})](.*)", Pattern.DOTALL);
  private static final int MAX_LENGTH = 253;
  private static final int MAX_HOSTS = 10_000;

  private HostNames() {}

  /** The hosts that a text stands for; empty, with a complaint, if it is none. */
  static List<String> expand(String text, Mark at, Complaints complaints) {
    Matcher range = RANGE.matcher(text);
    List<String> names = new ArrayList<>();
    if (range.matches()) {
      int first = Integer.parseInt(range.group(2));
      int last = Integer.parseInt(range.group(3));
      if (first > last || last - first >= MAX_HOSTS) {
        complaints.add(
            at,
            Complaints.quote(text) + " is no range of hosts",
            "write the lower number first, as in node[01-16]; at most " + MAX_HOSTS);
        return List.of();
      }
      int width = range.group(2).length();
      for (int i = first; i <= last; i++) {
        names.add(range.group(1) + ("%0" + width + "d").formatted(i) + range.group(4));
      }
    } else {
      names.add(text);
    }
    if (!isName(names.get(0))) {
      complaints.add(
          at,
          Complaints.quote(text) + " is not the name of a host",
          "write a host name or an address, such as node1.example.org, node[01-16] or 10.0.0.7");
      return List.of();
    }
    return names;
  }

  private static boolean isName(String name) {
    return name.length() <= MAX_LENGTH
        && (NAME.matcher(name).matches() || ADDRESS_V6.matcher(name).matches());
  }
}
