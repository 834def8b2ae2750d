package io.phoenix.apps.run;

import io.phoenix.workstealing.JobProgress;
import java.util.OptionalLong;

/** How far a job is, in one line. */
final class ProgressText {
  private static final int BAR = 20;
  private static final double NS = 1e9;

  private final OptionalLong allTasks;
  private long lastTasks;
  private long lastNs;
  private double rate;

  ProgressText(OptionalLong allTasks) {
    this.allTasks = allTasks;
  }

  /** {@code [##### ] 25 % 1,234,567 tasks, 2.5 M/s; 4 nodes, 4 workers; 17 steals; 12 s}. */
  String of(JobProgress progress) {
    long tasks = progress.did().tasks();
    long nowNs = progress.elapsed().toNanos();
    if (nowNs > lastNs) {
      rate = (tasks - lastTasks) * NS / (nowNs - lastNs);
      lastTasks = tasks;
      lastNs = nowNs;
    }
    return "%s%,d tasks, %s/s; %s, %s; %s; %d s"
        .formatted(
            bar(tasks),
            tasks,
            amount(Math.max(0, rate)),
            plural(progress.nodes(), "node"),
            plural(progress.workers(), "worker"),
            plural(progress.did().stolen(), "steal"),
            progress.elapsed().toSeconds());
  }

  private String bar(long tasks) {
    if (allTasks.isEmpty()) {
      return "";
    }
    double done = Math.min(1, (double) tasks / allTasks.getAsLong());
    int length = (int) (done * BAR);
    return "[%s%s] %3.0f %%  "
        .formatted("#".repeat(length), " ".repeat(BAR - length), Math.floor(done * 100));
  }

  static String plural(long count, String what) {
    return "%,d %s%s".formatted(count, what, count == 1 ? "" : "s");
  }

  /** A number of three digits or so: {@code 950}, {@code 1.2 k}, {@code 35 M}. */
  static String amount(double number) {
    if (number < 1e3) {
      return "%.0f".formatted(number);
    }
    if (number < 1e6) {
      return (number < 1e4 ? "%.1f k" : "%.0f k").formatted(number / 1e3);
    }
    return (number < 1e7 ? "%.1f M" : "%.0f M").formatted(number / 1e6);
  }
}
