package io.phoenix.routing.tls;

import io.phoenix.api.PhoenixException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.function.Supplier;

/** An authority's directory: its {@link AuthorityBook}, and one file per key. */
final class AuthorityFiles {
  private final Path directory;

  AuthorityFiles(Path directory) {
    this.directory = directory;
  }

  boolean exist() {
    return Files.exists(book());
  }

  AuthorityBook readBook() {
    if (!exist()) {
      throw new PhoenixException(
          "there is no authority in " + directory + "; check the path, or create one there");
    }
    return AuthorityBook.parse(PrivateFiles.read(book()), book().toString());
  }

  void writeBook(AuthorityBook book) {
    PrivateFiles.write(book(), book.toText());
  }

  Identity readKey(String id) {
    Path file = key(id);
    String pem = PrivateFiles.readSecret(file);
    try {
      return Identity.parse(pem);
    } catch (GeneralSecurityException e) {
      throw new PhoenixException(file + " is damaged: " + e.getMessage(), e);
    }
  }

  /** Keeps a new key; returns what it is called here. */
  String writeKey(Identity identity, String cluster) {
    String id = X509.serial(identity.certificate());
    PrivateFiles.write(key(id), identity.toPem("authority of cluster " + cluster));
    return id;
  }

  void deleteKey(String id) {
    delete(key(id));
  }

  /** Runs something while nobody else, in this process or another, changes this directory. */
  <T> T locked(Supplier<T> work) {
    synchronized (AuthorityFiles.class) {
      PrivateFiles.createDirectory(directory);
      try (FileChannel channel =
          FileChannel.open(lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        channel.lock(); // until the channel is closed
        return work.get();
      } catch (IOException e) {
        throw new PhoenixException("cannot lock the authority in " + directory + ": " + e, e);
      }
    }
  }

  /** Forgets the authority. */
  void delete() {
    AuthorityBook book = readBook();
    book.trusted().forEach(this::deleteKey);
    for (Path file : List.of(book(), lock(), directory)) {
      delete(file);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new PhoenixException("cannot delete " + file + ": " + e, e);
    }
  }

  private Path lock() {
    return directory.resolve("lock");
  }

  private Path book() {
    return directory.resolve("authority.txt");
  }

  private Path key(String id) {
    return directory.resolve("authority-" + id + ".pem");
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}
