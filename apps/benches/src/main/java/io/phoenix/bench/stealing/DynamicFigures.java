package io.phoenix.bench.stealing;

import io.phoenix.bench.Rows;
import io.phoenix.bench.stealing.Plot.Line;
import io.phoenix.bench.stealing.Plot.Point;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.runtime.CostModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Nodes are added one by one and removed again while a job runs, in the simulator (paper 001,
 * Figure 6): progress per second beside that of as many nodes that were there from the beginning.
 */
final class DynamicFigures {
  private static final int NODES = 64;
  private static final int STAGE_SECONDS = 20;
  private static final int PLATEAU = 4;
  private static final CostModel MODEL = new CostModel(200_000, 50);

  private final Rows rows;

  DynamicFigures(Rows rows) {
    this.rows = rows;
  }

  /** A job that does not end by itself. */
  private static JobSpec endless() {
    return Jobs.spec("fib", "80");
  }

  /** Measures; returns the picture. */
  String measure() {
    NavigableMap<Integer, Double> fixed = new TreeMap<>();
    for (int size = 1; size <= NODES; size *= 2) {
      fixed.put(size, fixedRate(size));
    }
    double single = fixed.firstEntry().getValue();
    List<Integer> sizes = new ArrayList<>();
    ProgressLog log = comeAndGo(sizes);
    List<Point> measured = new ArrayList<>();
    List<Point> expected = new ArrayList<>();
    double worst = 1;
    double sum = 0;
    for (int stage = 0; stage < sizes.size(); stage++) {
      double from = stage * STAGE_SECONDS;
      double rate = log.rate(from, from + STAGE_SECONDS);
      double reference = interpolate(fixed, sizes.get(stage));
      measured.add(new Point(from + STAGE_SECONDS, rate / single));
      expected.add(new Point(from + STAGE_SECONDS, reference / single));
      if (stage > 0) { // the first one has the beginning of the job in it
        worst = Math.min(worst, rate / reference);
        sum += rate / reference;
      }
    }
    double mean = sum / (sizes.size() - 1);
    rows.add(
        "1 to 64 nodes and back, simulated: 64 fixed nodes",
        fixed.lastEntry().getValue() / single,
        "×");
    rows.atLeast("1 to 64 nodes and back, simulated: of the fixed rate", mean, "", 0.95);
    rows.add("1 to 64 nodes and back, simulated: in the worst of 20 s", worst, "");
    return Plot.svg(
        "nodes are added one by one to 64 and removed again (simulated)",
        "seconds",
        "speedup",
        List.of(
            new Line("fixed number of nodes", "#999", expected),
            new Line("nodes that come and go", "#c00", measured)));
  }

  private static double fixedRate(int size) {
    var nodes = new SimulatedNodes(1, 1, MODEL);
    nodes.addAll(0, size);
    var log = new ProgressLog();
    Job<Object> job = nodes.submit(endless(), log);
    nodes.runFor(Duration.ofSeconds(3 * STAGE_SECONDS));
    job.cancel();
    return log.rate(STAGE_SECONDS, 2 * STAGE_SECONDS);
  }

  /** Runs the job; {@code sizes} gets how many nodes there were in each stage. */
  private static ProgressLog comeAndGo(List<Integer> sizes) {
    var nodes = new SimulatedNodes(1, 1, MODEL);
    nodes.addAll(0, 1);
    var log = new ProgressLog();
    Job<Object> job = nodes.submit(endless(), log);
    for (int stage = 0; stage < 2 * NODES - 1 + PLATEAU; stage++) {
      if (stage > 0 && stage < NODES) {
        nodes.add(0);
      } else if (stage >= NODES + PLATEAU) {
        nodes.removeLast();
      }
      sizes.add(nodes.size());
      nodes.runFor(Duration.ofSeconds(STAGE_SECONDS));
    }
    nodes.runFor(Duration.ofSeconds(2)); // reports that are under way
    job.cancel();
    return log;
  }

  /** The rate of so many nodes, from those that were measured. */
  private static double interpolate(NavigableMap<Integer, Double> fixed, int size) {
    Map.Entry<Integer, Double> below = fixed.floorEntry(size);
    Map.Entry<Integer, Double> above = fixed.ceilingEntry(size);
    if (below.getKey().equals(above.getKey())) {
      return below.getValue();
    }
    double part = (size - below.getKey()) / (double) (above.getKey() - below.getKey());
    return below.getValue() + part * (above.getValue() - below.getValue());
  }
}
