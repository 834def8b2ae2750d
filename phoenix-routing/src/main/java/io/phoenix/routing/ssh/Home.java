package io.phoenix.routing.ssh;

import java.nio.file.Path;

/** The user who runs this process, as the {@code ssh} command sees him. */
final class Home {
  private Home() {}

  static String user() {
    return System.getProperty("user.name", "");
  }

  static Path directory() {
    return Path.of(System.getProperty("user.home", "/"));
  }

  static Path ssh() {
    return directory().resolve(".ssh");
  }

  /** Puts the home directory in place of a leading {@code ~/}. */
  static String expand(String path) {
    return path.startsWith("~/") ? directory() + path.substring(1) : path;
  }
}
