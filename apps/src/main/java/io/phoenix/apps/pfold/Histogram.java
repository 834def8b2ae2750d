package io.phoenix.apps.pfold;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How many folds have each number of contacts, for people. */
final class Histogram {
  /** The longest bar, in characters. */
  private static final int BAR = 40;

  private Histogram() {}

  /** A line for each number of contacts that occurs, with a bar. */
  static String draw(long[] counts) {
    double highest = Arrays.stream(counts).max().orElse(0);
    return IntStream.range(0, counts.length)
        .filter(i -> counts[i] != 0)
        .mapToObj(
            i ->
                "  %3d contacts %,20d %s"
                    .formatted(i, counts[i], "#".repeat((int) (counts[i] / highest * BAR)))
                    .stripTrailing())
        .collect(Collectors.joining("\n"));
  }
}
