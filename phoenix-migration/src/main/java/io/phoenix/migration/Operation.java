package io.phoenix.migration;

import io.phoenix.migration.goal.Report;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A join, a leave, a balance or a suspension that was asked for. */
public final class Operation {
  private final CompletableFuture<Report> report = new CompletableFuture<>();
  private final Runnable cancel;

  Operation(Runnable cancel) {
    this.cancel = cancel;
  }

  /** Completed, on the node's loop, when it is over, be it that it was not reached. */
  public CompletableFuture<Report> report() {
    return report;
  }

  /** Ends it as soon as nothing is half done; the report says so, or that it was done already. */
  public void cancel() {
    cancel.run();
  }

  /**
   * Waits until it is over; not for the loop.
   *
   * @throws TimeoutException if it is not over by then; it goes on
   * @throws InterruptedException if the thread is interrupted while waiting
   */
  public Report await(Duration timeout) throws TimeoutException, InterruptedException {
    try {
      return report.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a report is never completed with an exception", e);
    }
  }
}
