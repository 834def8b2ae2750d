package io.phoenix.apps.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the storm showed.
 *
 * @param stats the counters of all nodes together
 * @param lost messages that were sent and never came
 * @param homeless virtual nodes that nobody, or more than one node, had in the end
 * @param problems descriptions of the first things that went wrong
 */
record Verdict(StormStats stats, long lost, long homeless, List<String> problems) {

  /** Copies the list. */
  Verdict {
    problems = List.copyOf(problems);
  }

  /** Compares what each node sent with what each virtual node received. */
  static Verdict of(List<StormReport> reports) {
    StormStats stats = StormStats.ZERO;
    var problems = new Problems();
    for (StormReport report : reports) {
      stats = stats.plus(report.stats());
      problems.addAll(report.problems());
    }
    long lost = 0;
    long homeless = 0;
    for (long v = 0; v < StormSettings.SPACE; v++) {
      List<StormReport> owners = new ArrayList<>();
      for (StormReport report : reports) {
        if (report.assumed().contains(v)) {
          owners.add(report);
        }
      }
      if (owners.size() != 1) {
        homeless++;
        problems.add("virtual node " + v + " ended up at " + owners.size() + " nodes instead of 1");
        continue;
      }
      List<StreamLog> logs = owners.get(0).checker().logs(v);
      for (int stream = 0; stream < logs.size(); stream++) {
        lost += lostOn(v, stream, logs.get(stream), reports, problems);
      }
    }
    return new Verdict(stats, lost, homeless, problems.firstOnes());
  }

  private static long lostOn(
      long v, int stream, StreamLog log, List<StormReport> reports, Problems problems) {
    SentCounts sender = reports.get(Streams.sender(stream)).sent();
    long sent = sender.get(v, Streams.isUrgent(stream));
    long lost = sent - log.distinct();
    if (lost > 0) {
      String first = OrderChecker.describe(v, stream, log.firstMissing());
      problems.add("lost: " + first + " of " + sent + " sent never came");
    }
    return Math.max(0, lost);
  }

  boolean isClean() {
    return lost == 0
        && homeless == 0
        && stats.duplicated() == 0
        && stats.outOfOrder() == 0
        && stats.misplaced() == 0
        && stats.damaged() == 0;
  }

  /** The table that ends a storm. */
  String toTable(double stormSeconds) {
    var table = new StringBuilder();
    row(table, "sent", stats.sent());
    row(table, "delivered", stats.delivered());
    row(table, "lost", lost);
    row(table, "duplicated", stats.duplicated());
    row(table, "out of order", stats.outOfOrder());
    rowUnlessZero(table, "damaged", stats.damaged());
    rowUnlessZero(table, "misplaced", stats.misplaced());
    rowUnlessZero(table, "virtual nodes without a home", homeless);
    row(table, "interval moves", stats.movesOut());
    row(table, "link cuts", stats.cuts());
    row(table, "messages per second", (long) (stats.delivered() / Math.max(stormSeconds, 1e-3)));
    return table.toString();
  }

  private static void rowUnlessZero(StringBuilder table, String name, long value) {
    if (value != 0) {
      row(table, name, value);
    }
  }

  private static void row(StringBuilder table, String name, long value) {
    table.append(String.format(Locale.ROOT, "  %-28s %,15d%n", name, value));
  }
}
