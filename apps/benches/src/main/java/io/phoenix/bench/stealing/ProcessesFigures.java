package io.phoenix.bench.stealing;

import io.phoenix.apps.run.LocalNodes;
import io.phoenix.bench.Rows;
import io.phoenix.bench.stealing.Plot.Line;
import io.phoenix.bench.stealing.Plot.Point;
import io.phoenix.workstealing.Job;
import java.util.ArrayList;
import java.util.List;

/**
 * As {@link DynamicFigures}, on up to eight real processes that get a tenth of a core each; beside
 * as many times the progress of one, which is taken at the beginning and at the end. Other
 * processes use what is left of eight tenths, so that the cores are equally busy all the time.
 */
final class ProcessesFigures {
  private static final int NODES = 8;
  private static final int STAGES = 2 * NODES - 1;
  private static final double PART = 0.1;

  /** Larger than what all do in that time; its tasks are all of about the same size. */
  private static final String TREE = "T1XL";

  /** How long the first process runs at full speed before all begins. */
  private static final int FIRST_WARM_UP_SECONDS = 8;

  /**
   * How long it then runs as slowly as all will before anything counts: what a node does a few
   * times a second is compiled within a minute, not within seconds, and of a tenth of a core
   * compiling takes a good part.
   */
  private static final int FIRST_SLOW_SECONDS = 50;

  /** How long a new process has to warm up, and then how long is measured. */
  private static final int WARM_UP_SECONDS = 4;

  private static final int MEASURED_SECONDS = 8;

  /**
   * What was measured with a number of processes.
   *
   * @param seconds when
   * @param rate tasks a second
   * @param part the part of a core that each process got
   */
  private record Stage(int processes, double seconds, double rate, double part) {}

  private final Rows rows;

  ProcessesFigures(Rows rows) {
    this.rows = rows;
  }

  /** Measures; returns the picture. */
  String measure() throws Exception {
    List<Stage> stages = comeAndGo();
    double single = (stages.get(0).rate + stages.get(STAGES - 1).rate) / 2;
    List<Point> measured = new ArrayList<>();
    List<Point> expected = new ArrayList<>();
    double sum = 0;
    double worst = Double.MAX_VALUE;
    for (Stage stage : stages) {
      double speedup = stage.rate / single;
      measured.add(new Point(stage.seconds, speedup));
      expected.add(new Point(stage.seconds, stage.processes));
      sum += speedup / stage.processes;
      worst = Math.min(worst, speedup / stage.processes);
    }
    rows.add("one process: last over first", stages.get(STAGES - 1).rate / stages.get(0).rate, "×");
    for (int i : new int[] {0, NODES - 1, STAGES - 1}) {
      Stage stage = stages.get(i);
      rows.add(
          "%d of the processes in stage %d: each got".formatted(stage.processes, i + 1),
          100 * stage.part,
          "%");
    }
    rows.add("1 to 8 processes and back: eight", stages.get(NODES - 1).rate / single, "×");
    rows.add("1 to 8 processes and back: of as many times one", sum / STAGES, "");
    rows.add("1 to 8 processes and back: in the worst of 15 stages", worst, "");
    return Plot.svg(
        "processes of a tenth of a core are added one by one to 8 and removed again",
        "seconds",
        "speedup",
        List.of(
            new Line("as many times one process", "#999", expected),
            new Line("processes that come and go", "#c00", measured)));
  }

  private static List<Stage> comeAndGo() throws Exception {
    try (var groups = new CpuGroups();
        var nodes = new LocalNodes(1, groups::starter)) {
      nodes.add(1);
      var log = new ProgressLog();
      Job<Object> job = nodes.stealing().submit(Jobs.spec("uts", TREE), Object.class, log);
      await(log, FIRST_WARM_UP_SECONDS);
      groups.limit(PART);
      await(log, FIRST_SLOW_SECONDS);
      List<Stage> stages = new ArrayList<>();
      for (int i = 0; i < STAGES; i++) {
        if (i > 0 && i < NODES) {
          nodes.add(1);
        } else if (i >= NODES) {
          nodes.leave(nodes.names().get(nodes.names().size() - 1));
        }
        stages.add(stage(nodes.names().size(), groups, log));
      }
      job.cancel();
      groups.limit(1);
      return stages;
    }
  }

  private static Stage stage(int processes, CpuGroups groups, ProgressLog log) throws Exception {
    try (var others = new OtherLoad()) {
      others.start(NODES - processes, PART);
      await(log, WARM_UP_SECONDS / 2.0);
      groups.limit(PART);
      await(log, WARM_UP_SECONDS / 2.0);
      double cpuBefore = groups.cpuSeconds();
      double from = log.seconds();
      await(log, MEASURED_SECONDS);
      double to = log.seconds();
      double part = (groups.cpuSeconds() - cpuBefore) / (to - from) / processes;
      return new Stage(processes, to, log.rate(from, to), part);
    }
  }

  private static void await(ProgressLog log, double seconds) throws InterruptedException {
    double end = log.seconds() + seconds;
    while (log.seconds() < end) {
      Thread.sleep(50);
    }
  }
}
