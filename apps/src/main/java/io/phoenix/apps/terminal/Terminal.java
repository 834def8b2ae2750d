package io.phoenix.apps.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntPredicate;

/** What is known of the terminal that the command runs in. */
public final class Terminal {
  private Terminal() {}

  /**
   * A text of others as it may be shown: lines and tabs, but nothing else that would move the
   * cursor, colour the screen, or show words in another order than they are in.
   */
  public static String plain(String text) {
    return text.codePoints().anyMatch(c -> c != '\n' && isSteering(c))
        ? clean(text, c -> c != '\n' && isSteering(c))
        : text;
  }

  /** As {@link #plain}, in one line. */
  public static String line(String text) {
    return clean(text, Terminal::isSteering);
  }

  private static String clean(String text, IntPredicate bad) {
    return text.codePoints()
        .map(c -> bad.test(c) ? '?' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isSteering(int c) {
    int type = Character.getType(c);
    return c != '\t'
        && (type == Character.CONTROL
            || type == Character.FORMAT
            || type == Character.LINE_SEPARATOR
            || type == Character.PARAGRAPH_SEPARATOR
            || type == Character.SURROGATE);
  }

  /**
   * Whether standard error is a terminal, where a line may be rewritten in place. Java's own {@code
   * System.console()} speaks of standard input and output only.
   */
  public static boolean isStandardError() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException e) {
      return false; // no Linux: plain lines are always right
    }
  }
}
