package io.phoenix.workstealing;

import java.time.Duration;

/**
 * How far a job is.
 *
 * @param elapsed since it was submitted
 * @param nodes how many nodes take part now
 * @param workers how many worker threads they have together
 * @param did what all have done so far
 */
public record JobProgress(Duration elapsed, int nodes, int workers, SiteStatistics did) {}
