package io.phoenix.apps.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the storm showed.
 *
 * @param stats the counters of all nodes together, those that left included
 * @param churn how many nodes came and went
 * @param lost messages that were sent and never came
 * @param unsent messages that came though nobody says that it sent them
 * @param homeless virtual nodes that nobody, or more than one node, had in the end
 * @param problems descriptions of the first things that went wrong
 */
record Verdict(
    StormStats stats,
    Churn.Counts churn,
    long lost,
    long unsent,
    long homeless,
    List<String> problems) {

  /** Copies the list. */
  Verdict {
    problems = List.copyOf(problems);
  }

  /** Compares what each node sent, present or gone, with what each virtual node received. */
  static Verdict of(List<StormReport> reports, Churn.Counts churn) {
    StormStats stats = StormStats.ZERO;
    var problems = new Problems();
    for (StormReport report : reports) {
      stats = stats.plus(report.stats());
      problems.addAll(report.problems());
    }
    long lost = 0;
    long unsent = 0;
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
      for (StormReport sender : reports) {
        for (boolean urgent : new boolean[] {false, true}) {
          long missing = missing(v, sender, urgent, owners.get(0).checker(), problems);
          lost += Math.max(0, missing);
          unsent += Math.max(0, -missing);
        }
      }
    }
    return new Verdict(stats, churn, lost, unsent, homeless, problems.firstOnes());
  }

  /** How many messages of a stream did not come; below zero if more came than were sent. */
  private static long missing(
      long v, StormReport sender, boolean urgent, OrderChecker checker, Problems problems) {
    int stream = Streams.of(sender.index(), urgent);
    StreamLog log = checker.log(v, stream);
    long sent = sender.sent().get(v, urgent);
    long missing = sent - (log == null ? 0 : log.distinct());
    if (missing > 0) {
      String first = OrderChecker.describe(v, stream, log == null ? 1 : log.firstMissing());
      problems.add("lost: " + first + " of " + sent + " sent never came");
    } else if (missing < 0) {
      problems.add("unsent: " + OrderChecker.describe(v, stream, sent + 1) + " came all the same");
    }
    return missing;
  }

  boolean isClean() {
    return lost == 0
        && unsent == 0
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
    rowUnlessZero(table, "came without being sent", unsent);
    row(table, "interval moves", stats.moves());
    if (!churn.isEmpty()) {
      row(table, "balances", stats.balances());
      row(table, "nodes that joined", churn.joins());
      row(table, "nodes that left", churn.leaves());
    }
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
