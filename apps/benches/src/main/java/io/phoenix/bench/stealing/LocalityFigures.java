package io.phoenix.bench.stealing;

import io.phoenix.apps.run.LocalNodes;
import io.phoenix.apps.run.RunCommand;
import io.phoenix.bench.Rows;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.SiteStatistics;
import java.util.List;

/**
 * How much of the work stays where it is (paper 000, Table 2), for pfold: tasks are many, and those
 * that move must not be more when the work is.
 */
final class LocalityFigures {
  /** Lengths of the chain, of which a task places five: 0.18, 1.9 and 19 million tasks. */
  private static final List<Integer> LENGTHS = List.of(14, 16, 18);

  private static final String GRAIN = "5";

  private final Rows rows;

  LocalityFigures(Rows rows) {
    this.rows = rows;
  }

  void measure(int nodes) throws Exception {
    try (var processes = new LocalNodes(1)) {
      processes.add(nodes);
      double first = 0;
      for (int length : LENGTHS) {
        JobReport<?> report =
            Jobs.run(
                processes.stealing(),
                RunCommand.assignment(
                    "pfold", "4x4x4", "--length", Integer.toString(length), "--grain", GRAIN));
        show("pfold of %d on %d nodes: ".formatted(length, nodes), nodes, report);
        double steals = report.total().stolen();
        first = first == 0 ? steals : first;
        rows.add(
            "pfold of %d on %d nodes: steals, over those of %d"
                .formatted(length, nodes, LENGTHS.get(0)),
            steals / first,
            "×");
      }
    }
  }

  private void show(String name, int nodes, JobReport<?> report) {
    SiteStatistics did = report.total();
    rows.add(name + "tasks executed", (double) did.tasks(), "");
    rows.add(name + "most tasks in use", (double) did.mostInUse(), "");
    rows.add(name + "tasks stolen per node", (double) did.stolen() / nodes, "");
    rows.add(name + "synchronizations", (double) did.synchronizations(), "");
    rows.add(name + "non-local synchronizations", (double) did.nonLocalSynchronizations(), "");
    rows.add(name + "messages", (double) did.messages(), "");
    rows.add(name + "time", report.elapsed().toNanos() / 1e9, "s");
  }
}
