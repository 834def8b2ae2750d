package io.phoenix.apps.storm;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What one node, or all of them together, have counted so far.
 *
 * @param sent messages sent
 * @param delivered messages received, whatever was wrong with them
 * @param duplicated received again
 * @param outOfOrder received after a later one of the same stream
 * @param misplaced received by a node that does not assume their target
 * @param damaged received with other bytes than were sent
 * @param movesOut intervals released and sent off
 * @param movesIn intervals received and assumed
 * @param cuts times that links were cut
 * @param refused sends that were put off because too much was under way
 */
record StormStats(
    long sent,
    long delivered,
    long duplicated,
    long outOfOrder,
    long misplaced,
    long damaged,
    long movesOut,
    long movesIn,
    long cuts,
    long refused) {

  static final StormStats ZERO = new StormStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  StormStats plus(StormStats o) {
    return new StormStats(
        sent + o.sent,
        delivered + o.delivered,
        duplicated + o.duplicated,
        outOfOrder + o.outOfOrder,
        misplaced + o.misplaced,
        damaged + o.damaged,
        movesOut + o.movesOut,
        movesIn + o.movesIn,
        cuts + o.cuts,
        refused + o.refused);
  }

  /** Messages that were sent and have not come yet. */
  long inFlight() {
    return sent - (delivered - duplicated);
  }

  /** Whether every message and every interval that was sent off has arrived. */
  boolean hasLanded() {
    return inFlight() <= 0 && movesOut == movesIn;
  }

  String toLine() {
    return LongStream.of(
            sent,
            delivered,
            duplicated,
            outOfOrder,
            misplaced,
            damaged,
            movesOut,
            movesIn,
            cuts,
            refused)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(" "));
  }

  static StormStats fromLine(String line) {
    long[] n = Arrays.stream(line.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    return new StormStats(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9]);
  }
}
