package io.phoenix.bench.migration;

import io.phoenix.bench.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** From opening a node to owning its share, when four others are there. */
final class JoinFigures {
  private static final int OTHERS = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private JoinFigures() {}

  static void measure(int repetitions, Rows rows) throws Exception {
    List<Member> members = new ArrayList<>();
    List<Double> times = new ArrayList<>();
    try {
      for (int i = 0; i < OTHERS; i++) {
        members.add(Member.open(false, members));
        if (i == 0) {
          members.get(0).migration().found();
        } else {
          members.get(i).migration().join().await(PATIENCE);
        }
      }
      for (int i = 0; i < repetitions; i++) {
        long startNs = System.nanoTime();
        try (Member fifth = Member.open(false, members)) {
          fifth.migration().join().await(PATIENCE);
          times.add((System.nanoTime() - startNs) / 1e6);
          fifth.migration().leave().await(PATIENCE);
        }
      }
    } finally {
      members.forEach(Member::close);
    }
    Collections.sort(times);
    rows.atMost("join of a fifth node, from open to owning, median", at(times, 0.5), "ms", 50);
    rows.add("join of a fifth node, worst of " + repetitions, at(times, 1), "ms");
  }

  /** A quantile of sorted values. */
  static double at(List<Double> sorted, double quantile) {
    return sorted.get(
        (int) Math.min(sorted.size() - 1L, Math.round(quantile * (sorted.size() - 1))));
  }
}
