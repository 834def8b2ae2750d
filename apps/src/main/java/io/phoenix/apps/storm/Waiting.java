package io.phoenix.apps.storm;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Calls that wait, on threads of their own: pools would make one wait for the other. */
final class Waiting {
  private Waiting() {}

  static <T> CompletableFuture<T> on(String thread, Supplier<T> call) {
    return CompletableFuture.supplyAsync(call, task -> new Thread(task, thread).start());
  }
}
