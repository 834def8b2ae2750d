package io.phoenix.routing.ssh;

import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/** Tells that something was written. */
final class Tell extends OutputStream {
  private final CompletableFuture<Void> written;

  Tell(CompletableFuture<Void> written) {
    this.written = written;
  }

  @Override
  public void write(int b) {
    written.complete(null);
  }
}
