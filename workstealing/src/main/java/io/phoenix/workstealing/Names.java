package io.phoenix.workstealing;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Says what is wrong with a name that nobody has. */
public final class Names {
  private Names() {}

  /** What to tell a person: that there is no such thing, and what may have been meant. */
  public static String unknown(String what, String name, Collection<String> known) {
    Optional<String> nearest =
        known.stream()
            .min(Comparator.comparingInt(each -> distance(name, each)))
            .filter(each -> distance(name, each) <= Math.max(2, each.length() / 3));
    return "no %s is named '%s'; %s"
        .formatted(
            what,
            name,
            nearest
                .map(each -> "did you mean '" + each + "'?")
                .orElse("there are " + String.join(", ", known)));
  }

  /** How many letters have to be changed, added or removed to make one of the other. */
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
