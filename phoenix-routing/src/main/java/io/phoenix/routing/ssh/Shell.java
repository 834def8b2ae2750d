package io.phoenix.routing.ssh;

/** Words of a POSIX shell. */
public final class Shell {
  private Shell() {}

  /** One word that the shell takes literally, whatever is in it. */
  public static String quote(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
