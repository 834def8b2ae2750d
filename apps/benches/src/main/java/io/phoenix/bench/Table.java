package io.phoenix.bench;

import io.phoenix.bench.Goals.Goal;
import java.util.List;
import java.util.Locale;

/** The results for people to read. */
final class Table {
  private Table() {}

  static String of(Results results, List<Goal> goals) {
    var text = new StringBuilder();
    text.append(String.format("%-38s %-32s %12s %12s%n", "", "figure", "best", "median"));
    results
        .values()
        .forEach(
            (figure, values) ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "%-38s %-32s %12s %12s%n",
                        figure.contender(),
                        figure.what(),
                        format(results.best(figure).orElseThrow()),
                        format(Results.median(values)))));
    text.append(String.format("%n%-46s %10s %10s  %s%n", "goal", "limit", "reached", ""));
    for (Goal goal : goals) {
      text.append(
          String.format(
              "%-46s %10s %10s  %s%n",
              goal.text(), goal.limitText(), goal.reachedText(), goal.verdict()));
    }
    return text.toString();
  }

  private static String format(double value) {
    return String.format(Locale.ROOT, value >= 1000 ? "%,.0f" : "%.2f", value);
  }
}
