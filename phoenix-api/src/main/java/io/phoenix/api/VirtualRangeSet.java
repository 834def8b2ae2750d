package io.phoenix.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An immutable set of virtual nodes, kept as the fewest ranges that make it up, in order.
 *
 * <pre>{@code
 * VirtualRangeSet s = VirtualRangeSet.of(VirtualRange.of(0, 10));
 * s = s.union(VirtualRange.of(10, 20)); //  {[0, 20)}
 * s = s.minus(VirtualRange.of(5, 8)); //    {[0, 5), [8, 20)}
 * s.size(); //                              17
 * }</pre>
 */
public final class VirtualRangeSet {
  private static final VirtualRangeSet EMPTY = new VirtualRangeSet(List.of());

  /** Sorted, and a gap between any two neighbours: equal sets have equal lists. */
  private final List<VirtualRange> ranges;

  private VirtualRangeSet(List<VirtualRange> ranges) {
    this.ranges = ranges;
  }

  /** The set that holds nothing. */
  public static VirtualRangeSet empty() {
    return EMPTY;
  }

  /** The union of some ranges, which may overlap. */
  public static VirtualRangeSet of(VirtualRange... ranges) {
    return of(Arrays.asList(ranges));
  }

  /** The union of some ranges, which may overlap. */
  public static VirtualRangeSet of(Collection<VirtualRange> ranges) {
    var merged = new ArrayList<VirtualRange>(ranges.size());
    for (VirtualRange next : (Iterable<VirtualRange>) ranges.stream().sorted()::iterator) {
      int last = merged.size() - 1;
      if (last >= 0 && merged.get(last).end() >= next.first()) {
        VirtualRange before = merged.get(last);
        merged.set(last, VirtualRange.of(before.first(), Math.max(before.end(), next.end())));
      } else {
        merged.add(next);
      }
    }
    return merged.isEmpty() ? EMPTY : new VirtualRangeSet(List.copyOf(merged));
  }

  /** The ranges that make it up: in order, no two of them overlapping or adjacent. */
  public List<VirtualRange> ranges() {
    return ranges;
  }

  /** Whether it holds nothing. */
  public boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** How many virtual nodes are in it. */
  public long size() {
    return ranges.stream().mapToLong(VirtualRange::size).sum();
  }

  /** Whether {@code v} is in it. */
  public boolean contains(long v) {
    int low = 0;
    int high = ranges.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      VirtualRange range = ranges.get(middle);
      if (v < range.first()) {
        high = middle - 1;
      } else if (v >= range.end()) {
        low = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  }

  /** Whether all of {@code range} is in it. */
  public boolean contains(VirtualRange range) {
    return ranges.stream().anyMatch(r -> r.contains(range));
  }

  /** Whether all of {@code other} is in it. */
  public boolean containsAll(VirtualRangeSet other) {
    return other.ranges.stream().allMatch(this::contains);
  }

  /** Whether some virtual node is in both. */
  public boolean overlaps(VirtualRange range) {
    return ranges.stream().anyMatch(r -> r.overlaps(range));
  }

  /** What is in this set or in {@code range}. */
  public VirtualRangeSet union(VirtualRange range) {
    return union(of(range));
  }

  /** What is in this set or in the other. */
  public VirtualRangeSet union(VirtualRangeSet other) {
    var all = new ArrayList<>(ranges);
    all.addAll(other.ranges);
    return of(all);
  }

  /** What is in this set but not in {@code range}. */
  public VirtualRangeSet minus(VirtualRange range) {
    var rest = new ArrayList<VirtualRange>(ranges.size() + 1);
    for (VirtualRange r : ranges) {
      if (!r.overlaps(range)) {
        rest.add(r);
        continue;
      }
      if (r.first() < range.first()) {
        rest.add(VirtualRange.of(r.first(), range.first()));
      }
      if (range.end() < r.end()) {
        rest.add(VirtualRange.of(range.end(), r.end()));
      }
    }
    return rest.isEmpty() ? EMPTY : new VirtualRangeSet(List.copyOf(rest));
  }

  /** What is in this set but not in the other. */
  public VirtualRangeSet minus(VirtualRangeSet other) {
    VirtualRangeSet rest = this;
    for (VirtualRange r : other.ranges) {
      rest = rest.minus(r);
    }
    return rest;
  }

  /** What is in both this set and {@code range}. */
  public VirtualRangeSet intersection(VirtualRange range) {
    return of(ranges.stream().flatMap(r -> r.intersection(range).stream()).toList());
  }

  /** What is in both sets. */
  public VirtualRangeSet intersection(VirtualRangeSet other) {
    return of(other.ranges.stream().flatMap(r -> intersection(r).ranges.stream()).toList());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VirtualRangeSet set && ranges.equals(set.ranges);
  }

  @Override
  public int hashCode() {
    return ranges.hashCode();
  }

  @Override
  public String toString() {
    return ranges.stream().map(Object::toString).collect(Collectors.joining(", ", "{", "}"));
  }
}
