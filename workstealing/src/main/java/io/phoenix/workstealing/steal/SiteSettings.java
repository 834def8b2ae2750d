package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.policy.StealPolicy;
import io.phoenix.workstealing.task.TaskKind;
import java.util.random.RandomGenerator;

/**
 * The job, the node and the policy of a site.
 *
 * @param job the job's number
 * @param kind the job's tasks
 * @param policy how to steal
 * @param workers how many workers there are, at most {@value #MAX_WORKERS}
 * @param self the node's own name
 * @param spaceSize how many virtual nodes there are
 * @param cluster the machines that the node is near to; may be empty
 * @param random a random source that only the site uses
 */
public record SiteSettings(
    long job,
    TaskKind kind,
    StealPolicy policy,
    int workers,
    long self,
    long spaceSize,
    String cluster,
    RandomGenerator random) {

  /** More threads than any machine has use for. */
  public static final int MAX_WORKERS = 10_000;

  /** Checks the number of workers. */
  public SiteSettings {
    if (workers < 1 || workers > MAX_WORKERS) {
      throw new IllegalArgumentException("workers=" + workers + " must be in 1.." + MAX_WORKERS);
    }
  }
}
