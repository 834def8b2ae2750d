package io.phoenix.workstealing.runtime;

import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobFailedException;
import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobProgress;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.Work;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Cancel;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Submit;
import io.phoenix.workstealing.clearinghouse.Notice.Outcome;
import io.phoenix.workstealing.clearinghouse.Notice.Printed;
import io.phoenix.workstealing.clearinghouse.Notice.Progress;
import io.phoenix.workstealing.clearinghouse.Notice.Refused;
import io.phoenix.workstealing.policy.Policies;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Jobs that were submitted on this node. */
public final class Submissions {
  private final Applications applications;
  private final StealingNode node;
  private final AtomicLong lastToken = new AtomicLong();
  private final Map<Long, Submission<?>> open = new ConcurrentHashMap<>();
  private volatile boolean closed;

  Submissions(Applications applications, StealingNode node) {
    this.applications = applications;
    this.node = node;
  }

  /** A job, and the listener that hears of it. */
  private record Submission<R>(
      Job<R> job, Work<?> work, Class<R> type, JobListener listener, long startedNs) {

    Duration elapsed(long nowNs) {
      return Duration.ofNanos(nowNs - startedNs);
    }

    void fail(String reason, String trace) {
      String message = "'" + job.spec() + "' failed: " + reason;
      job.report().completeExceptionally(new JobFailedException(message, trace));
    }

    void end(Outcome m, long nowNs) {
      byte[] bytes = m.result();
      if (bytes == null) {
        fail(m.failure(), m.trace());
        return;
      }
      Object result;
      try {
        result = work.results().decode(bytes);
      } catch (RuntimeException | Error e) { // the application's codec
        fail("its result cannot be read: " + e, "");
        return;
      }
      if (!type.isInstance(result)) {
        String is = result == null ? "null" : "a " + result.getClass().getName();
        fail("its result is %s, not a %s".formatted(is, type.getName()), "");
        return;
      }
      job.report().complete(new JobReport<>(type.cast(result), elapsed(nowNs), m.members()));
    }
  }

  /**
   * Submits a job; any thread may.
   *
   * @throws IllegalArgumentException if there is no such application or policy here, or something
   *     is wrong with the arguments
   */
  public <R> Job<R> submit(JobSpec spec, Class<R> type, JobListener listener) {
    Work<?> work = applications.work(spec);
    Policies.find(spec.policy());
    long token = lastToken.incrementAndGet();
    var job = new Job<R>(spec, () -> node.tellClearinghouse(new Cancel(token)));
    open.put(token, new Submission<>(job, work, type, listener, node.loop().nowNs()));
    node.tellClearinghouse(new Submit(token, spec));
    if (closed) {
      close(); // another thread may have closed it just before this job was added
    }
    return job;
  }

  /** Fails the jobs that have not ended, and later ones: nothing more is heard of them. */
  void close() {
    closed = true;
    for (Long token : List.copyOf(open.keySet())) {
      Submission<?> submission = open.remove(token);
      if (submission != null) {
        node.tellClearinghouse(
            new Cancel(token)); // if the node is closed, the others notice that themselves
        submission.fail("the node that submitted it was closed", "");
      }
    }
  }

  void onRefused(Refused m, long nowNs) {
    Submission<?> submission = open.remove(m.token());
    if (submission != null) {
      submission.fail(m.reason(), "");
    }
  }

  void onPrinted(Printed m, long nowNs) {
    Submission<?> submission = open.get(m.token());
    if (submission != null) {
      m.written().lines().forEach(line -> submission.listener.onLine(m.label(), line));
      if (m.written().dropped() > 0) {
        submission.listener.onLine(
            m.label(),
            String.format(
                Locale.ROOT,
                "… %,d lines were dropped: they came faster than they could be shown",
                m.written().dropped()));
      }
    }
  }

  void onProgress(Progress m, long nowNs) {
    Submission<?> submission = open.get(m.token());
    if (submission != null) {
      submission.listener.onProgress(
          new JobProgress(submission.elapsed(nowNs), m.nodes(), m.workers(), m.did()));
    }
  }

  void onOutcome(Outcome m, long nowNs) {
    Submission<?> submission = open.remove(m.token());
    if (submission != null) {
      submission.end(m, nowNs);
    }
  }
}
