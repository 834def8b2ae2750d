package io.phoenix.apps.demo;

import io.phoenix.apps.run.Assignment;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobFailedException;
import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobProgress;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.runtime.Stealing;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A job with a known number of tasks, and a table of what happened when it was how far. */
final class Timeline {
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final PrintWriter out;
  private long startNs;
  private long allTasks;
  private @Nullable Job<Long> job;

  /** Guarded by this: written on the node's loop. */
  private double progress;

  Timeline(PrintWriter out) {
    this.out = out;
  }

  /** Submits a job, which must know its number of tasks. */
  void begin(Stealing stealing, Assignment<Long> assignment) {
    allTasks = assignment.tasks().orElseThrow();
    startNs = System.nanoTime();
    Job<Long> submitted =
        stealing.submit(
            JobSpec.of(assignment.application(), assignment.arguments().toArray(String[]::new)),
            Long.class,
            new JobListener() {
              @Override
              public void onProgress(JobProgress now) {
                advance((double) now.did().tasks() / allTasks);
              }
            });
    job = submitted;
    var unused = submitted.report().whenComplete((report, failure) -> advance(1));
  }

  private synchronized void advance(double to) {
    progress = Math.max(progress, Math.min(1, to));
    notifyAll();
  }

  /** Waits until so much is done; says whether there is still something to do then. */
  synchronized boolean awaitProgress(double part) {
    try {
      while (progress < part) {
        wait();
      }
      return progress < 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", "start it again");
    }
  }

  /** A line of the table. */
  void say(String what) {
    double done;
    synchronized (this) {
      done = progress;
    }
    out.printf("%7.1f s %5.0f %%  %s%n", (System.nanoTime() - startNs) / 1e9, done * 100, what);
    out.flush();
  }

  /** What came of the job. */
  JobReport<Long> awaitEnd() {
    Job<Long> begun = job;
    if (begun == null) {
      throw new IllegalStateException("no job has begun");
    }
    try {
      return begun.await(PATIENCE);
    } catch (JobFailedException e) {
      throw new UserError(e.getMessage() + "\n" + e.trace(), "this is a bug: please report it");
    } catch (TimeoutException e) {
      throw new UserError(
          "the job is not over after " + PATIENCE.toMinutes() + " minutes",
          "this is a bug: please report it");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", "start it again");
    }
  }
}
