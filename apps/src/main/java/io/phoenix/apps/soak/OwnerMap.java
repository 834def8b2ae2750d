package io.phoenix.apps.soak;

import io.phoenix.api.VirtualRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Which lineage each virtual node is at, as the driver has ordered it. */
final class OwnerMap {
  private static final int NOBODY = -1;

  private final int[] owners;
  private final long[] epochs;

  OwnerMap(int space) {
    owners = new int[space];
    epochs = new long[space];
    Arrays.fill(owners, NOBODY);
  }

  void give(VirtualRange range, int lineage, long epoch) {
    Arrays.fill(owners, (int) range.first(), (int) range.end(), lineage);
    Arrays.fill(epochs, (int) range.first(), (int) range.end(), epoch);
  }

  /** The highest epoch at which part of a range has been assumed. */
  long epoch(VirtualRange range) {
    return Arrays.stream(epochs, (int) range.first(), (int) range.end()).max().orElse(0);
  }

  /** From now on nobody has it; it is on the move. */
  void take(VirtualRange range) {
    Arrays.fill(owners, (int) range.first(), (int) range.end(), NOBODY);
  }

  /** The pieces that a lineage has. */
  List<VirtualRange> ranges(int lineage) {
    List<VirtualRange> ranges = new ArrayList<>();
    for (int first = 0; first < owners.length; first++) {
      int end = first;
      while (end < owners.length && owners[end] == lineage) {
        end++;
      }
      if (end > first) {
        ranges.add(VirtualRange.of(first, end));
        first = end;
      }
    }
    return ranges;
  }

  /** Part of what a lineage has, often one virtual node only; {@code null} if it has nothing. */
  @Nullable VirtualRange piece(int lineage, SplittableRandom random) {
    List<VirtualRange> ranges = ranges(lineage);
    if (ranges.isEmpty()) {
      return null;
    }
    VirtualRange whole = ranges.get(random.nextInt(ranges.size()));
    long first = random.nextLong(whole.first(), whole.end());
    long end = random.nextBoolean() ? first + 1 : random.nextLong(first + 1, whole.end() + 1);
    return VirtualRange.of(first, end);
  }
}
