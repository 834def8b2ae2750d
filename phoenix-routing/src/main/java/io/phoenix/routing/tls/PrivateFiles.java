package io.phoenix.routing.tls;

import io.phoenix.api.PhoenixException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that nobody but their owner may read, each written as a whole or not at all. */
final class PrivateFiles {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** Far more than any of them needs. */
  private static final long MAX_BYTES = 4 << 20;

  private PrivateFiles() {}

  /** Makes a directory, and those above it, unless it is there; a new one is its owner's alone. */
  static void createDirectory(Path directory) {
    try {
      if (!Files.isDirectory(directory)) {
        Files.createDirectories(directory);
        if (isPosix(directory)) {
          Files.setPosixFilePermissions(directory, OWNER_ONLY);
        }
      }
    } catch (IOException e) {
      throw new PhoenixException("cannot create the directory " + directory + ": " + e, e);
    }
  }

  /** Replaces a file: whoever opens it sees the old contents or the new, never half of them. */
  static void write(Path file, String text) {
    try {
      Path target = file.toAbsolutePath();
      // Made by this method, a file is its owner's alone from the first moment on.
      Path draft = Files.createTempFile(target.getParent(), target.getFileName() + ".", ".part");
      try {
        writeAll(draft, text);
        Files.move(
            draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw new PhoenixException("cannot write " + file + ": " + e, e);
    }
  }

  private static void writeAll(Path file, String text) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer rest = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    }
  }

  static String read(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new PhoenixException(file + " is longer than " + MAX_BYTES + " bytes");
      }
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new PhoenixException("there is no file " + file, e);
    } catch (IOException e) {
      throw new PhoenixException("cannot read " + file + ": " + e, e);
    }
  }

  /** As {@link #read}, unless others could have read it, too: a key that others know is none. */
  static String readSecret(Path file) {
    String text = read(file);
    try {
      if (isPosix(file)) {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        if (!OWNER_ONLY.containsAll(permissions)) {
          throw new PhoenixException(
              file
                  + " holds a private key and can be read by others ("
                  + PosixFilePermissions.toString(permissions)
                  + "); run: chmod 600 "
                  + file);
        }
      }
    } catch (IOException e) {
      throw new PhoenixException("cannot tell who may read " + file + ": " + e, e);
    }
    return text;
  }

  private static boolean isPosix(Path path) {
    return Files.getFileAttributeView(path, PosixFileAttributeView.class) != null;
  }
}
