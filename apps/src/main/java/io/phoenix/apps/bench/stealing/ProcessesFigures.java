package io.phoenix.apps.bench.stealing;

import io.phoenix.apps.bench.Rows;
import io.phoenix.apps.bench.stealing.Plot.Line;
import io.phoenix.apps.bench.stealing.Plot.Point;
import io.phoenix.apps.run.LocalNodes;
import io.phoenix.workstealing.Job;
import java.util.ArrayList;
import java.util.List;

/**
 * As {@link DynamicFigures}, on up to eight real processes that get a tenth of a core each; beside
 * as many times the progress of one.
 */
final class ProcessesFigures {
  private static final int NODES = 8;

  /** Larger than what all do in that time; its tasks are all of about the same size. */
  private static final String TREE = "T1XL";

  private static final double PART = 0.1;

  /** How long the first process warms up before all begins. */
  private static final int FIRST_WARM_UP_SECONDS = 8;

  /** How long a new process has to warm up, and then how long is measured. */
  private static final int WARM_UP_SECONDS = 4;

  private static final int MEASURED_SECONDS = 8;

  private final Rows rows;

  ProcessesFigures(Rows rows) {
    this.rows = rows;
  }

  /** Measures; returns the picture. */
  String measure() throws Exception {
    List<Point> measured = new ArrayList<>();
    List<Point> expected = new ArrayList<>();
    double single = 0;
    double sum = 0;
    double worst = Double.MAX_VALUE;
    try (var groups = new CpuGroups();
        var nodes = new LocalNodes(1, groups::starter)) {
      nodes.add(1);
      var log = new ProgressLog();
      Job<Object> job = nodes.stealing().submit(Jobs.spec("uts", TREE), Object.class, log);
      await(log, FIRST_WARM_UP_SECONDS);
      for (int stage = 0; stage < 2 * NODES - 1; stage++) {
        if (stage > 0 && stage < NODES) {
          nodes.add(1);
        } else if (stage >= NODES) {
          nodes.leave(nodes.names().get(nodes.names().size() - 1));
        }
        await(log, WARM_UP_SECONDS / 2);
        groups.limit(PART);
        await(log, WARM_UP_SECONDS / 2);
        double from = log.seconds();
        await(log, MEASURED_SECONDS);
        double rate = log.rate(from, log.seconds());
        single = stage == 0 ? rate : single;
        int size = nodes.names().size();
        measured.add(new Point(log.seconds(), rate / single));
        expected.add(new Point(log.seconds(), size));
        sum += rate / single / size;
        worst = Math.min(worst, rate / single / size);
      }
      job.cancel();
      groups.limit(1);
    }
    rows.add("1 to 8 processes and back: of as many times one", sum / (2 * NODES - 1), "");
    rows.add("1 to 8 processes and back: in the worst of 15 stages", worst, "");
    return Plot.svg(
        "processes of a tenth of a core are added one by one to 8 and removed again",
        "seconds",
        "speedup",
        List.of(
            new Line("as many times one process", "#999", expected),
            new Line("processes that come and go", "#c00", measured)));
  }

  private static void await(ProgressLog log, double seconds) throws InterruptedException {
    double end = log.seconds() + seconds;
    while (log.seconds() < end) {
      Thread.sleep(50);
    }
  }
}
