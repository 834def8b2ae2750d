package io.phoenix.routing.tls;

import io.phoenix.api.PhoenixException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.util.function.Supplier;

/** An authority's directory: its {@link AuthorityBook}, and one file per key. */
final class AuthorityFiles implements AuthorityStore {
  private final Path directory;

  AuthorityFiles(Path directory) {
    this.directory = directory;
  }

  @Override
  public boolean exist() {
    return Files.exists(book());
  }

  @Override
  public AuthorityBook readBook() {
    if (!exist()) {
      throw new PhoenixException(
          "there is no authority in " + directory + "; check the path, or create one there");
    }
    return AuthorityBook.parse(PrivateFiles.read(book()), book().toString());
  }

  @Override
  public void writeBook(AuthorityBook book) {
    PrivateFiles.write(book(), book.toText());
  }

  @Override
  public Identity readKey(String id) {
    Path file = key(id);
    String pem = PrivateFiles.readSecret(file);
    try {
      return Identity.parse(pem);
    } catch (GeneralSecurityException e) {
      throw new PhoenixException(file + " is damaged: " + e.getMessage(), e);
    }
  }

  @Override
  public String writeKey(Identity identity, String cluster) {
    String id = X509.serial(identity.certificate());
    PrivateFiles.write(key(id), identity.toPem("authority of cluster " + cluster));
    return id;
  }

  @Override
  public void deleteKey(String id) {
    delete(key(id));
  }

  /** Nobody else, in this process or another, changes this directory meanwhile. */
  @Override
  public <T> T locked(Supplier<T> work) {
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
