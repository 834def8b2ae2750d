package io.phoenix.workstealing;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Guesses which name a person meant that mistyped it. */
public final class Names {
  private Names() {}

  /**
   * The name that the fewest changes of a letter make of what was written, if these are few.
   *
   * <pre>{@code
   * Names.nearest("nquens", List.of("fib", "nqueens")) // "nqueens"
   * }</pre>
   */
  public static Optional<String> nearest(String written, Collection<String> names) {
    int few = 1 + written.length() / 3;
    return names.stream()
        .filter(name -> distance(written, name) <= few)
        .min(Comparator.comparingInt(name -> distance(written, name)));
  }

  /** The text for a hint: {@code did you mean 'nqueens'?}, or a list of all. */
  public static String hint(String written, Collection<String> names) {
    return nearest(written, names)
        .map(name -> "did you mean '" + name + "'?")
        .orElse("one of: " + String.join(", ", names));
  }

  /** What to tell a person: that there is no such thing, and what may have been meant. */
  public static String unknown(String what, String written, Collection<String> names) {
    return "no %s is named '%s'; %s".formatted(what, written, hint(written, names));
  }

  /** Levenshtein's distance: letters put in, left out or replaced. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
