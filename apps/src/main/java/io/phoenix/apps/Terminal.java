package io.phoenix.apps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is known of the terminal that the command runs in. */
public final class Terminal {
  private Terminal() {}

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
