package io.phoenix.workstealing;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A job that was submitted. */
public final class Job<R> {
  private final JobSpec spec;
  private final CompletableFuture<JobReport<R>> report = new CompletableFuture<>();
  private final Runnable cancel;

  /** For the runtime. */
  public Job(JobSpec spec, Runnable cancel) {
    this.spec = spec;
    this.cancel = cancel;
  }

  /** The job as it was asked for. */
  public JobSpec spec() {
    return spec;
  }

  /**
   * Completed, on the node's loop, when the job is over; with a {@link JobFailedException} if it
   * has no result.
   */
  public CompletableFuture<JobReport<R>> report() {
    return report;
  }

  /** Ends the job; its report tells, unless it was over already. */
  public void cancel() {
    cancel.run();
  }

  /**
   * Waits until the job is over; not for the loop.
   *
   * @throws JobFailedException if it has no result
   * @throws TimeoutException if it is not over by then; it goes on
   * @throws InterruptedException if the thread is interrupted while waiting
   */
  public JobReport<R> await(Duration timeout) throws TimeoutException, InterruptedException {
    try {
      return report.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof JobFailedException failed) {
        throw new JobFailedException(String.valueOf(failed.getMessage()), failed.trace());
      }
      throw new IllegalStateException(spec + " failed for an unforeseen reason", e);
    }
  }
}
