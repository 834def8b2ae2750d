package io.phoenix.workstealing.runtime;

/**
 * What tasks cost in the simulator.
 *
 * @param taskNs how long a task takes
 * @param quantum how many tasks a worker runs at most before it looks up
 */
public record CostModel(double taskNs, long quantum) {

  /** Checks the numbers. */
  public CostModel {
    if (!(taskNs > 0) || quantum < 1) {
      throw new IllegalArgumentException(
          "taskNs=%s must be above 0, quantum=%d at least 1".formatted(taskNs, quantum));
    }
  }

  /** How long so many tasks take. */
  public long nanos(long tasks) {
    return Math.max(1, Math.round(tasks * taskNs));
  }
}
