package io.phoenix.routing.tls;

import java.util.function.Supplier;

/** Where an authority keeps its {@link AuthorityBook} and its keys. */
interface AuthorityStore {

  /** Whether there is an authority in it. */
  boolean exist();

  AuthorityBook readBook();

  void writeBook(AuthorityBook book);

  Identity readKey(String id);

  /** Keeps a new key; returns what it is called here. */
  String writeKey(Identity identity, String cluster);

  void deleteKey(String id);

  /** Runs something while nobody else changes what is kept. */
  <T> T locked(Supplier<T> work);
}
