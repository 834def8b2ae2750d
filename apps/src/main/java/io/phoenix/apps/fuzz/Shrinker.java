package io.phoenix.apps.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Cuts a case that fails by halves, then by quarters and so on: first inputs, then their bytes. */
final class Shrinker {
  private final Predicate<FuzzCase> fails;
  private final long deadlineNs;

  Shrinker(Predicate<FuzzCase> fails, long deadlineNs) {
    this.fails = fails;
    this.deadlineNs = deadlineNs;
  }

  /** The smallest that was found to fail in time; the case itself if it does not fail again. */
  FuzzCase shrink(FuzzCase failing) {
    FuzzCase best = failing;
    if (!fails.test(best)) {
      return best;
    }
    for (int piece = Math.max(1, best.inputs().size() / 2); piece >= 1; piece /= 2) {
      for (int end = best.inputs().size(); end > 0 && isInTime(); end -= piece) {
        int start = Math.max(0, end - piece);
        List<byte[]> rest = new ArrayList<>(best.inputs());
        rest.subList(Math.min(start, rest.size()), Math.min(end, rest.size())).clear();
        FuzzCase shorter = best.with(rest);
        if (rest.size() < best.inputs().size() && fails.test(shorter)) {
          best = shorter;
        }
      }
    }
    for (int i = 0; i < best.inputs().size() && isInTime(); i++) {
      best = shrinkInput(best, i);
    }
    return best;
  }

  private FuzzCase shrinkInput(FuzzCase failing, int index) {
    FuzzCase best = failing;
    for (int piece = Math.max(1, input(best, index).length / 2); piece >= 1; piece /= 2) {
      for (int end = input(best, index).length; end > 0 && isInTime(); end -= piece) {
        byte[] now = input(best, index);
        int start = Math.max(0, Math.min(end, now.length) - piece);
        byte[] less = Mutator.replaced(now, start, piece, new byte[0]);
        List<byte[]> inputs = new ArrayList<>(best.inputs());
        inputs.set(index, less);
        FuzzCase shorter = best.with(inputs);
        if (!Arrays.equals(less, now) && fails.test(shorter)) {
          best = shorter;
        }
      }
    }
    return best;
  }

  private static byte[] input(FuzzCase of, int index) {
    return of.inputs().get(index);
  }

  private boolean isInTime() {
    return System.nanoTime() < deadlineNs;
  }
}
