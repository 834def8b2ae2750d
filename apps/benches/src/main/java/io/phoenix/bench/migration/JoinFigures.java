package io.phoenix.bench.migration;

import io.phoenix.bench.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** From opening a node to owning its share, when four others are there. */
final class JoinFigures {
  private static final int OTHERS = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private JoinFigures() {}

  static void measure(int repetitions, Rows rows) throws Exception {
    List<Member> members = new ArrayList<>();
    var timesNs = new Histogram(3);
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
          timesNs.recordValue(System.nanoTime() - startNs);
          fifth.migration().leave().await(PATIENCE);
        }
      }
    } finally {
      members.forEach(Member::close);
    }
    double medianMs = timesNs.getValueAtPercentile(50) / 1e6;
    rows.atMost("join of a fifth node, from open to owning, median", medianMs, "ms", 50);
    rows.add("join of a fifth node, worst of " + repetitions, timesNs.getMaxValue() / 1e6, "ms");
  }
}
