package io.phoenix.apps.cluster;

import io.phoenix.api.PhoenixException;
import io.phoenix.routing.log.LogFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a node's process writes what it takes along. A log that nobody has used is never lost. */
final class AwayLog {
  private AwayLog() {}

  /**
   * Checks that a log can be written.
   *
   * @throws PhoenixException if not, or if there is one that nobody has returned with
   */
  static Path check(Path wanted) {
    Path file = wanted.toAbsolutePath().normalize();
    if (Files.exists(file)) {
      throw new PhoenixException(
          "there is a leave log "
              + file
              + " already, with which nobody has returned: move it away,"
              + " or name another file");
    }
    LogFile.create(file).close(); // says why there can be none
    return file;
  }

  /** A name like this one that no file has. */
  static Path free(Path wanted) {
    Path file = wanted.toAbsolutePath().normalize();
    for (int i = 2; Files.exists(file); i++) {
      file = wanted.toAbsolutePath().normalize().resolveSibling(wanted.getFileName() + "." + i);
    }
    return file;
  }
}
