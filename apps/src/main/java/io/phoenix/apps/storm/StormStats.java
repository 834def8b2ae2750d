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
 * @param moves intervals given away
 * @param balances times that a node has compared its load with its neighbours'
 * @param cuts times that links were cut
 * @param refused sends that were put off because too much was under way
 * @param assumed virtual nodes that are assumed at this moment
 * @param busy nodes that are moving an interval at this moment, or are about to
 */
record StormStats(
    long sent,
    long delivered,
    long duplicated,
    long outOfOrder,
    long misplaced,
    long damaged,
    long moves,
    long balances,
    long cuts,
    long refused,
    long assumed,
    long busy) {

  static final StormStats ZERO = new StormStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  StormStats plus(StormStats o) {
    return new StormStats(
        sent + o.sent,
        delivered + o.delivered,
        duplicated + o.duplicated,
        outOfOrder + o.outOfOrder,
        misplaced + o.misplaced,
        damaged + o.damaged,
        moves + o.moves,
        balances + o.balances,
        cuts + o.cuts,
        refused + o.refused,
        assumed + o.assumed,
        busy + o.busy);
  }

  /** Messages that were sent and have not come yet. */
  long inFlight() {
    return sent - (delivered - duplicated);
  }

  /** Whether every message and every interval that was sent off has arrived. */
  boolean hasLanded() {
    return inFlight() <= 0 && assumed == StormSettings.SPACE && busy == 0;
  }

  String toLine() {
    return LongStream.of(
            sent,
            delivered,
            duplicated,
            outOfOrder,
            misplaced,
            damaged,
            moves,
            balances,
            cuts,
            refused,
            assumed,
            busy)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(" "));
  }

  static StormStats fromLine(String line) {
    long[] n = Arrays.stream(line.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    return new StormStats(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11]);
  }
}
