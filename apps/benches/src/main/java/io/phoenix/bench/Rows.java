package io.phoenix.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What was measured, as a table for people and as JSON for programs. */
public final class Rows {
  /** One figure; {@code goal} is empty where none was set. */
  private record Row(String figure, double value, String unit, String goal, boolean met) {}

  private final List<Row> rows = new ArrayList<>();

  /** A figure without a goal. */
  public void add(String figure, double value, String unit) {
    rows.add(new Row(figure, value, unit, "", true));
  }

  /** A figure that should not be above the limit. */
  public void atMost(String figure, double value, String unit, double limit) {
    rows.add(new Row(figure, value, unit, "at most " + format(limit), value <= limit));
  }

  /** A figure that should not be below the limit. */
  public void atLeast(String figure, double value, String unit, double limit) {
    rows.add(new Row(figure, value, unit, "at least " + format(limit), value >= limit));
  }

  /** For people. */
  public String table() {
    var text = new StringBuilder();
    for (Row row : rows) {
      String verdict = row.goal.isEmpty() ? "" : row.goal + (row.met ? ": met" : ": MISSED");
      text.append(
          "%-62s %12s %-6s %s%n".formatted(row.figure, format(row.value), row.unit, verdict));
    }
    return text.toString();
  }

  /** For programs. */
  public String json() {
    return rows.stream()
        .map(
            row ->
                "  {\"figure\": \"%s\", \"value\": %s, \"unit\": \"%s\", \"goal\": \"%s\", \"met\": %s}"
                    .formatted(row.figure, row.value, row.unit, row.goal, row.met))
        .collect(Collectors.joining(",\n", "[\n", "\n]\n"));
  }

  private static String format(double value) {
    return String.format(Locale.ROOT, value >= 1000 ? "%,.0f" : "%.2f", value);
  }
}
