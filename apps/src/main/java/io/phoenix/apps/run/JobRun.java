package io.phoenix.apps.run;

import io.phoenix.apps.terminal.LiveLine;
import io.phoenix.apps.terminal.Terminal;
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
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** Submits a job, shows how far it is, and what comes of it. */
final class JobRun {
  private static final Duration FOREVER = Duration.ofDays(10_000);

  /** How long a process that ends waits for its job to be cancelled. */
  private static final Duration LAST_WORD = Duration.ofSeconds(1);

  private final PrintWriter out;
  private final PrintWriter err;

  JobRun(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Runs a job and prints its result.
   *
   * @return the report
   * @throws UserError if it has no result, or a wrong one
   */
  <R> JobReport<R> run(Stealing stealing, Assignment<R> assignment, String policy) {
    var spec = new JobSpec(assignment.application(), assignment.arguments(), policy);
    var watcher = new Watcher(new ProgressText(assignment.tasks()));
    JobReport<R> report;
    try {
      report = await(submit(stealing, spec, watcher));
    } finally {
      watcher.end();
    }
    out.println(assignment.present(report.result()));
    out.printf("%.3f s%n", report.elapsed().toNanos() / 1e9);
    out.flush();
    if (assignment.isRight(report.result()).equals(Optional.of(false))) {
      throw new UserError(
          "that is not the known answer", "this is a bug: please report it with the lines above");
    }
    return report;
  }

  /**
   * Runs the serial program, and prints how the job compares.
   *
   * @throws UserError if the results differ
   */
  <R> void compare(JobReport<R> report, Assignment<R> assignment) {
    long startNs = System.nanoTime();
    R result = assignment.serial();
    double seconds = (System.nanoTime() - startNs) / 1e9;
    out.printf(
        "serial: %.3f s; the job was %.2f times as fast%n",
        seconds, seconds / (report.elapsed().toNanos() / 1e9));
    out.flush();
    if (!assignment.isSame(report.result(), result)) {
      throw new UserError(
          "the serial program has another result",
          "this is a bug: please report it with the lines above");
    }
  }

  /** The application at the other end is the assignment's own: its results are of that type. */
  @SuppressWarnings("unchecked")
  private static <R> Job<R> submit(Stealing stealing, JobSpec spec, JobListener listener) {
    try {
      return (Job<R>) stealing.submit(spec, Object.class, listener);
    } catch (IllegalArgumentException e) {
      throw new UserError(String.valueOf(e.getMessage()), "'phoenix run --help'");
    }
  }

  /**
   * Cancels a job, and waits until the nodes have heard of it, or for a moment: a process that ends
   * at once would take its last word along.
   */
  static void cancel(Job<?> job) {
    job.cancel();
    try {
      job.await(LAST_WORD);
    } catch (JobFailedException | TimeoutException e) {
      // It is cancelled; or nobody is there to say so.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static <R> JobReport<R> await(Job<R> job) {
    var cancel = new Thread(() -> cancel(job), "cancel " + job.spec().application());
    Runtime.getRuntime().addShutdownHook(cancel);
    try {
      return job.await(FOREVER);
    } catch (JobFailedException e) {
      throw new UserError(
          Terminal.plain(
              e.getMessage() + (e.trace().isEmpty() ? "" : "\n" + e.trace().stripTrailing())),
          "the nodes are as before: mend it, and run it again");
    } catch (TimeoutException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      cancel(job);
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", "start it again");
    } finally {
      removeHook(cancel);
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down: the hook runs.
    }
  }

  /** Shows progress, and lines that tasks write; called on the node's loop. */
  private final class Watcher implements JobListener {
    private final ProgressText text;
    private final LiveLine line;

    Watcher(ProgressText text) {
      this.text = text;
      this.line = new LiveLine(err, Terminal.isStandardError(), System.nanoTime());
    }

    @Override
    public synchronized void onProgress(JobProgress progress) {
      line.show(text.of(progress), System.nanoTime());
    }

    @Override
    public synchronized void onLine(String node, String written) {
      line.end();
      out.println(Terminal.line(node) + ": " + Terminal.line(written));
      out.flush();
    }

    synchronized void end() {
      line.end();
    }
  }
}
