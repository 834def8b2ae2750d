package io.phoenix.apps;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Guesses which name somebody meant who mistyped it. */
public final class Nearest {
  private Nearest() {}

  /**
   * The name that the fewest changes of a letter make of what was written, if these are few.
   *
   * <pre>{@code
   * Nearest.to("nquens", List.of("fib", "nqueens")) // "nqueens"
   * }</pre>
   */
  public static Optional<String> to(String written, Collection<String> names) {
    int few = 1 + written.length() / 3;
    return names.stream()
        .filter(name -> changes(written, name) <= few)
        .min(Comparator.comparingInt(name -> changes(written, name)));
  }

  /** The text for a hint: {@code did you mean 'nqueens'?}, or a list of all. */
  public static String hint(String written, Collection<String> names) {
    return to(written, names)
        .map(name -> "did you mean '" + name + "'?")
        .orElse("one of: " + String.join(", ", names));
  }

  /** Levenshtein's distance: letters put in, left out or replaced. */
  private static int changes(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
