package io.phoenix.bench;

/** Decides, round by round, when the warm-up is over and when the measurement is. */
final class Clock {
  private final Task task;
  private final long warmAtNs;
  private long startNs;
  private long endNs;
  private long messages;

  Clock(Task task) {
    this.task = task;
    this.warmAtNs = System.nanoTime() + task.warmUpNs();
  }

  /** Called before each round. */
  boolean isLast(int burst) {
    long nowNs = System.nanoTime();
    if (startNs == 0) {
      if (nowNs - warmAtNs < 0) {
        return false;
      }
      startNs = nowNs;
      endNs = nowNs + task.millis() * 1_000_000L;
    }
    messages += burst;
    return nowNs - endNs >= 0;
  }

  /** Called when the last answer has come. */
  double result() {
    return task.result(messages, System.nanoTime() - startNs);
  }
}
