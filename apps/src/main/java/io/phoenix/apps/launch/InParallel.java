package io.phoenix.apps.launch;

import io.phoenix.api.PhoenixException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Does the same with many hosts at once, so that one that does not answer holds up no other. */
final class InParallel {
  private static final int MOST = 32;

  private InParallel() {}

  /** Applies {@code work}, which throws nothing that is expected; results are in the same order. */
  static <T, R> List<R> each(List<T> all, Function<T, R> work) {
    if (all.isEmpty()) {
      return List.of();
    }
    ExecutorService pool = Executors.newFixedThreadPool(Math.min(MOST, all.size()));
    try {
      List<Future<R>> running = new ArrayList<>();
      all.forEach(one -> running.add(pool.submit(() -> work.apply(one))));
      List<R> results = new ArrayList<>();
      for (Future<R> one : running) {
        results.add(one.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PhoenixException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
