package io.phoenix.routing.tls;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An authority that is in no file, and is forgotten with the process that made it. */
final class AuthorityMemory implements AuthorityStore {
  private final Map<String, Identity> keys = new HashMap<>();
  private @Nullable AuthorityBook book;

  @Override
  public boolean exist() {
    return book != null;
  }

  @Override
  public AuthorityBook readBook() {
    return Objects.requireNonNull(book, "the book is written when the authority is created");
  }

  @Override
  public void writeBook(AuthorityBook newBook) {
    book = newBook;
  }

  @Override
  public Identity readKey(String id) {
    return Objects.requireNonNull(keys.get(id), "the book names keys that are kept");
  }

  @Override
  public String writeKey(Identity identity, String cluster) {
    String id = X509.serial(identity.certificate());
    keys.put(id, identity);
    return id;
  }

  @Override
  public void deleteKey(String id) {
    keys.remove(id);
  }

  @Override
  public synchronized <T> T locked(Supplier<T> work) {
    return work.get();
  }

  @Override
  public String toString() {
    return "memory";
  }
}
