package io.phoenix.apps.pfold;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How many folds have each number of contacts, from zero up; no zeros at the end. */
public final class Histogram {
  private final long[] counts;

  private Histogram(long[] counts) {
    this.counts = counts;
  }

  /** Takes the counts of folds with 0, 1, … contacts. */
  static Histogram of(long[] counts) {
    int length = counts.length;
    while (length > 0 && counts[length - 1] == 0) {
      length--;
    }
    return new Histogram(Arrays.copyOf(counts, length));
  }

  /** The folds with so many contacts. */
  public long count(int contacts) {
    return contacts < counts.length ? counts[contacts] : 0;
  }

  /** The greatest number of contacts, or -1 if there are no folds. */
  public int most() {
    return counts.length - 1;
  }

  /** All folds. */
  public long folds() {
    return Arrays.stream(counts).sum();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Histogram that && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  /** The numbers of contacts that occur: {@code 3:24 4:96}. */
  @Override
  public String toString() {
    return IntStream.range(0, counts.length)
        .filter(i -> counts[i] != 0)
        .mapToObj(i -> i + ":" + counts[i])
        .collect(Collectors.joining(" "));
  }
}
