package io.phoenix.apps.bench.stealing;

import io.phoenix.apps.bench.Rows;
import io.phoenix.apps.run.Assignment;
import io.phoenix.apps.run.LocalNodes;
import io.phoenix.apps.run.RunCommand;

/** Many slow nodes on few cores: real processes that get a tenth of a core each. */
final class SharesFigures {
  private static final int NODES = 16;
  private static final double PART = 0.1;
  private static final String WARM_UP = "14";

  private final String queens;
  private final Rows rows;

  /**
   * Figures for a board.
   *
   * @param queens its size
   */
  SharesFigures(int queens, Rows rows) {
    this.queens = Integer.toString(queens);
    this.rows = rows;
  }

  void measure() throws Exception {
    double one = seconds(1);
    double all = seconds(NODES);
    String name = "nqueens %s, nodes of %.0f %% of a core: ".formatted(queens, 100 * PART);
    rows.add(name + "one", one, "s");
    rows.add(name + NODES, all, "s");
    rows.atLeast(name + NODES + " over one", one / all, "×", 14);
  }

  private double seconds(int nodes) throws Exception {
    Assignment<?> assignment = RunCommand.assignment("nqueens", queens);
    try (var groups = new CpuGroups();
        var processes = new LocalNodes(1, groups::starter)) {
      processes.add(nodes);
      for (int i = 0; i < 2; i++) {
        Jobs.run(processes.stealing(), RunCommand.assignment("nqueens", WARM_UP));
      }
      groups.limit(PART);
      double seconds = Jobs.runner(processes.stealing(), assignment).seconds();
      groups.limit(1); // they end faster
      return seconds;
    }
  }
}
