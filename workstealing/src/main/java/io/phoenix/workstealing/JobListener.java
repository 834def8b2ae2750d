package io.phoenix.workstealing;

/** Hears of a job that was submitted, on the node's loop. */
public interface JobListener {

  /** Some times a second. */
  default void onProgress(JobProgress progress) {}

  /**
   * A task has written a line.
   *
   * @param node what people call the node that the task ran on
   */
  default void onLine(String node, String line) {}

  /** Listens to nothing. */
  static JobListener none() {
    return new JobListener() {};
  }
}
