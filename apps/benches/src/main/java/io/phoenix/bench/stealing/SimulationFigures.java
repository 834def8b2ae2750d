package io.phoenix.bench.stealing;

import io.phoenix.bench.Rows;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.runtime.CostModel;
import java.time.Duration;
import java.util.List;

/**
 * Speedups on more CPUs than there are here, by the simulator: 169 in three LANs (paper 001, Figure
 * 5), 1,024, and the policies side by side (paper 002, Tables 1.2 and 1.3). Speedup is over the
 * time that the same tasks take on one CPU.
 */
final class SimulationFigures {
  private static final long SEED = 1;

  /** The proportions of paper 001, 1 : 4 : 8. */
  private static final List<Integer> LANS = List.of(13, 52, 104);

  private static final List<String> POLICIES = List.of("random", "lottery", "latency");

  /** A worker looks up each half millisecond: later than real ones do. */
  private static final CostModel SHORT = new CostModel(20_000, 25);

  private static final CostModel FINE = new CostModel(5_000, 20);

  /** Of each of the small jobs, in which chance matters. */
  private static final int TRIES = 20;

  private final Rows rows;

  SimulationFigures(Rows rows) {
    this.rows = rows;
  }

  void measure() {
    threeLans();
    manyCpus();
    sideBySide("fib", FINE, SimulatedNodes.LAN, Jobs.spec("fib", "24"));
    JobSpec queens = Jobs.spec("nqueens", "11", "--grain", "3");
    sideBySide("nqueens", FINE, SimulatedNodes.LAN, queens);
    sideBySide("nqueens, messages of 10 ms", SHORT, SimulatedNodes.WAN, queens);
  }

  private void threeLans() {
    for (String policy : POLICIES) {
      var nodes = new SimulatedNodes(SEED, 1, SHORT);
      for (int lan = 0; lan < LANS.size(); lan++) {
        nodes.addAll(lan, LANS.get(lan));
      }
      double speedup = nodes.speedup(Jobs.spec("fib", "39").withPolicy(policy));
      rows.atLeast("169 CPUs in three LANs, fib, " + policy, speedup, "×", 150);
    }
  }

  private void manyCpus() {
    var nodes = new SimulatedNodes(SEED, 8, SHORT);
    nodes.addAll(0, 128);
    double speedup = nodes.speedup(Jobs.spec("fib", "42"));
    rows.atLeast("1,024 CPUs (128 nodes of 8), fib: efficiency", speedup / 1024, "", 0.9);
  }

  /** Small jobs, so that stealing matters. */
  private void sideBySide(String name, CostModel model, Duration latency, JobSpec spec) {
    for (int count = 5; count <= 9; count++) {
      for (String policy : POLICIES) {
        double sum = 0;
        for (int seed = 1; seed <= TRIES; seed++) {
          var nodes = new SimulatedNodes(seed, 1, model, latency);
          nodes.addAll(0, count);
          sum += nodes.speedup(spec.withPolicy(policy));
        }
        rows.add("%s, %d workers, %s: speedup".formatted(name, count, policy), sum / TRIES, "×");
      }
    }
  }
}
