package io.phoenix.workstealing.policy;

/** Decides how long a thief waits that finds no work, and when it gives up. */
public interface BackOffPolicy {

  /**
   * How long to wait after a request was answered with nothing.
   *
   * @param failures how many requests were answered so, one after the other
   */
  long pauseNs(int failures, ThiefView view);

  /**
   * Whether the node should leave the job: its parallelism has shrunk (paper 000, section 2). It
   * leaves for this and all later jobs, until it joins again.
   *
   * @param failures how many requests were answered with nothing, one after the other
   * @param idleNs how long the node has had no work at all
   */
  default boolean shouldLeave(int failures, long idleNs, ThiefView view) {
    return false;
  }
}
