package io.phoenix.bench.stealing;

import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobProgress;
import java.util.ArrayList;
import java.util.List;

/** How many tasks of a job had been done when. */
final class ProgressLog implements JobListener {
  private record Sample(double seconds, double tasks) {}

  private final List<Sample> samples = new ArrayList<>();

  /** The beginning. */
  ProgressLog() {
    samples.add(new Sample(0, 0));
  }

  @Override
  public synchronized void onProgress(JobProgress progress) {
    samples.add(new Sample(progress.elapsed().toNanos() / 1e9, progress.did().tasks()));
  }

  /** When it was heard of last, in seconds. */
  synchronized double seconds() {
    return samples.get(samples.size() - 1).seconds;
  }

  /** Tasks a second, between two moments in seconds. */
  synchronized double rate(double from, double to) {
    return (tasks(to) - tasks(from)) / (to - from);
  }

  private double tasks(double seconds) {
    Sample before = samples.get(0);
    for (Sample sample : samples) {
      if (sample.seconds >= seconds) {
        double length = sample.seconds - before.seconds;
        double part = length == 0 ? 0 : (seconds - before.seconds) / length;
        return before.tasks + part * (sample.tasks - before.tasks);
      }
      before = sample;
    }
    return before.tasks;
  }
}
