package io.phoenix.bench;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.bench.Results.Figure;
import io.phoenix.routing.sim.scenario.ScaleReport;
import io.phoenix.routing.sim.scenario.ScaleRun;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** What a large network costs, from the simulator: the same as {@code phoenix sim --scale}. */
final class SimFigures {
  private static final String SIMULATOR = "Phoenix, simulator";

  static final Figure REST = figure("at rest, bytes/node/s");

  private SimFigures() {}

  /** Whether {@code --only} leaves it in. */
  static boolean matches(String only) {
    return SIMULATOR.contains(only);
  }

  static void measure(int nodes, Results results, Consumer<String> progress) {
    // Simulated links break all the time: what their nodes say to that is no news.
    ((Logger) LoggerFactory.getLogger("io.phoenix.routing")).setLevel(Level.OFF);
    ScaleReport report = ScaleRun.run(nodes, 1, progress);
    results.add(figure("nodes"), report.nodes());
    results.add(figure("convergence, virtual ms"), report.convergedNs() / 1e6);
    results.add(figure("a cut heals, virtual ms"), report.healedNs() / 1e6);
    results.add(REST, report.restBytes());
    results.add(figure("churn, bytes/node/s"), report.churnBytes());
    results.add(figure("wall time, s"), report.wallNs() / 1e9);
  }

  private static Figure figure(String what) {
    return new Figure(SIMULATOR, what, true);
  }
}
