package io.phoenix.workstealing;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;

/**
 * What one node did for a job (paper 000, SubcomputationTable 2).
 *
 * @param tasks tasks executed
 * @param mostInUse the most tasks that were there at one time, as far as was looked
 * @param stolen tasks that came from other nodes
 * @param stolenLocally tasks that one worker of the node took from another
 * @param synchronizations results that were combined with others
 * @param nonLocalSynchronizations results among these that came from other nodes
 * @param messages messages sent
 * @param requests requests for work that came from other nodes
 * @param ignoredResults results that came although nobody waited for them
 */
public record SiteStatistics(
    long tasks,
    long mostInUse,
    long stolen,
    long stolenLocally,
    long synchronizations,
    long nonLocalSynchronizations,
    long messages,
    long requests,
    long ignoredResults) {

  /** How many bytes it has when written. */
  public static final int BYTES = 9 * Long.BYTES;

  /** The statistics of a node that has done nothing. */
  public static final SiteStatistics NONE = new SiteStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** What two nodes did together; of the most tasks in use, the larger number counts. */
  public SiteStatistics plus(SiteStatistics other) {
    return new SiteStatistics(
        tasks + other.tasks,
        Math.max(mostInUse, other.mostInUse),
        stolen + other.stolen,
        stolenLocally + other.stolenLocally,
        synchronizations + other.synchronizations,
        nonLocalSynchronizations + other.nonLocalSynchronizations,
        messages + other.messages,
        requests + other.requests,
        ignoredResults + other.ignoredResults);
  }

  /** Writes the statistics. */
  public void write(ByteWriter out) {
    out.putLong(tasks).putLong(mostInUse).putLong(stolen).putLong(stolenLocally);
    out.putLong(synchronizations).putLong(nonLocalSynchronizations).putLong(messages);
    out.putLong(requests).putLong(ignoredResults);
  }

  /** Reads what {@link #write} wrote. */
  public static SiteStatistics read(ByteReader in) {
    return new SiteStatistics(
        in.getLong(),
        in.getLong(),
        in.getLong(),
        in.getLong(),
        in.getLong(),
        in.getLong(),
        in.getLong(),
        in.getLong(),
        in.getLong());
  }
}
