package io.phoenix.apps.config;

import java.io.PrintWriter;
import java.util.List;

/**
 * Something in a file that cannot be right.
 *
 * @param at where it stands
 * @param message what is wrong
 * @param hint what would be right
 */
public record Complaint(Mark at, String message, String hint) {
  private static final int MOST_PRINTED = 50;

  /** Prints all of them, as compilers do: editors can jump to the places. */
  public static void print(String file, List<Complaint> complaints, PrintWriter err) {
    for (Complaint c : complaints.subList(0, Math.min(complaints.size(), MOST_PRINTED))) {
      err.printf("error: %s:%d:%d: %s%n", file, c.at.line(), c.at.column(), c.message);
      err.printf("hint: %s%n", c.hint);
    }
    if (complaints.size() > MOST_PRINTED) {
      err.printf("… and %,d more%n", complaints.size() - MOST_PRINTED);
    }
    err.flush();
  }
}
