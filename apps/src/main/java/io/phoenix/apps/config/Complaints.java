package io.phoenix.apps.config;

import io.phoenix.workstealing.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Collects everything that is wrong with a file, so that it can be said at once. */
final class Complaints {
  private static final int MOST_QUOTED = 60;

  private final List<Complaint> all = new ArrayList<>();

  void add(Mark at, String message, String hint) {
    all.add(new Complaint(at, printable(message), printable(hint)));
  }

  /** A word that is none of those that may stand here. */
  void unknown(Mark at, String kind, String word, Collection<String> known) {
    String list = known.stream().sorted().collect(Collectors.joining(", "));
    add(
        at,
        "unknown " + kind + " " + quote(word),
        Names.nearest(word.substring(0, Math.min(word.length(), MOST_QUOTED)), known)
            .map(nearest -> "did you mean '" + nearest + "'? (known: " + list + ")")
            .orElse("known here: " + list));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** In the order of their places. */
  List<Complaint> sorted() {
    return all.stream().sorted(Comparator.comparing(Complaint::at)).toList();
  }

  private static String printable(String text) {
    return text.replaceAll("\\p{C}", "?");
  }

  /** A piece of the input, safe to print: one line, no control characters, not too long. */
  static String quote(String text) {
    String clean = printable(text);
    return "'"
        + (clean.length() > MOST_QUOTED ? clean.substring(0, MOST_QUOTED) + "…" : clean)
        + "'";
  }
}
