package io.phoenix.routing.ssh;

import java.util.List;
import java.util.Locale;

/** OpenSSH's patterns of host and user names: {@code *}, {@code ?}, and {@code !} in lists. */
final class Pattern {
  private Pattern() {}

  /** Whether a list separated by commas matches. */
  static boolean listMatches(String patterns, String name) {
    return anyMatches(List.of(patterns.split(",")), name);
  }

  /** Whether one of the patterns matches, and none of those that begin with {@code !} does. */
  static boolean anyMatches(List<String> patterns, String name) {
    boolean found = false;
    for (String pattern : patterns) {
      if (pattern.startsWith("!")) {
        if (matches(pattern.substring(1), name)) {
          return false;
        }
      } else {
        found |= matches(pattern, name);
      }
    }
    return found;
  }

  private static boolean matches(String pattern, String name) {
    return matches(pattern.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT), 0, 0);
  }

  private static boolean matches(String pattern, String name, int p, int n) {
    int star = -1; // where to go on if what follows the last * does not fit
    int mark = n;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        mark = n;
      } else if (p < pattern.length()
          && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n))) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}
