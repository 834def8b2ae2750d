package io.phoenix.routing.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Gives files other names in the same directory, so that it holds after a crash of the machine. */
final class Renaming {
  private Renaming() {}

  /** Renames at once, in place of what has that name; returns when the directory is on the disk. */
  static void rename(Path from, Path to) throws IOException {
    move(from, to);
    sync(to);
  }

  /** Renames at once, in place of what has that name. */
  static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns when the names in the file's directory are on the disk. */
  static void sync(Path to) throws IOException {
    try (FileChannel directory =
        FileChannel.open(to.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }
}
