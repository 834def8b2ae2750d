package io.phoenix.api;

import java.util.Optional;

/**
 * A range {@code [first, end)} of virtual nodes; never empty.
 *
 * <pre>{@code
 * VirtualRange r = VirtualRange.of(10, 20);
 * r.contains(10); //                        true
 * r.contains(20); //                        false
 * r.isAdjacentTo(VirtualRange.of(20, 30)); // true
 * r.intersection(VirtualRange.of(15, 30)); // [15, 20)
 * }</pre>
 *
 * @param first the first virtual node in it
 * @param end the first virtual node after it
 */
public record VirtualRange(long first, long end) implements Comparable<VirtualRange> {

  /** Checks the bounds. */
  public VirtualRange {
    if (first < 0 || end <= first || end > NodeConfig.MAX_SPACE) {
      throw new IllegalArgumentException(
          "[" + first + ", " + end + ") is no range: 0 <= first < end <= 2^62 must hold");
    }
  }

  /** The range {@code [first, end)}. */
  public static VirtualRange of(long first, long end) {
    return new VirtualRange(first, end);
  }

  /** The range that holds only {@code v}. */
  public static VirtualRange single(long v) {
    return new VirtualRange(v, v + 1);
  }

  /** The whole of a space of {@code spaceSize} virtual nodes. */
  public static VirtualRange all(long spaceSize) {
    return new VirtualRange(0, spaceSize);
  }

  /** How many virtual nodes are in it. */
  public long size() {
    return end - first;
  }

  /** Whether {@code v} is in it. */
  public boolean contains(long v) {
    return first <= v && v < end;
  }

  /** Whether all of {@code other} is in it. */
  public boolean contains(VirtualRange other) {
    return first <= other.first && other.end <= end;
  }

  /** Whether some virtual node is in both. */
  public boolean overlaps(VirtualRange other) {
    return first < other.end && other.first < end;
  }

  /** Whether one begins where the other ends. */
  public boolean isAdjacentTo(VirtualRange other) {
    return end == other.first || other.end == first;
  }

  /** What is in both, if anything is. */
  public Optional<VirtualRange> intersection(VirtualRange other) {
    return overlaps(other)
        ? Optional.of(of(Math.max(first, other.first), Math.min(end, other.end)))
        : Optional.empty();
  }

  /** In the order of the first virtual node, shorter ranges first. */
  @Override
  public int compareTo(VirtualRange other) {
    int byFirst = Long.compare(first, other.first);
    return byFirst != 0 ? byFirst : Long.compare(end, other.end);
  }

  @Override
  public String toString() {
    return "[" + first + ", " + end + ")";
  }
}
