package io.phoenix.apps.terminal;

import java.util.List;

/** A table of text; its first row is the head. */
public final class Columns {
  private Columns() {}

  /** The table as lines, each cell as wide as its column needs. */
  public static String of(List<List<String>> rows) {
    var text = new StringBuilder();
    for (List<String> row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        int column = i;
        int width = rows.stream().mapToInt(r -> r.get(column).length()).max().orElse(0);
        line.append("  ").append(row.get(i)).append(" ".repeat(width - row.get(i).length()));
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }
}
