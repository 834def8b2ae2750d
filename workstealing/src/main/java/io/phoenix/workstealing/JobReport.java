package io.phoenix.workstealing;

import java.time.Duration;
import java.util.List;

/**
 * The outcome of a job.
 *
 * @param result its result
 * @param elapsed from its submission until its result was known here
 * @param nodes what each node did, also those that have left
 */
public record JobReport<R>(R result, Duration elapsed, List<MemberStatistics> nodes) {

  /** Copies the list. */
  public JobReport {
    nodes = List.copyOf(nodes);
  }

  /** What all nodes did together. */
  public SiteStatistics total() {
    return MemberStatistics.total(nodes);
  }
}
