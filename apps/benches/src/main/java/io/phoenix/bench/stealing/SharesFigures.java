package io.phoenix.bench.stealing;

import io.phoenix.apps.run.Assignment;
import io.phoenix.apps.run.LocalNodes;
import io.phoenix.apps.run.RunCommand;
import io.phoenix.bench.Rows;
import java.util.ArrayList;
import java.util.List;

/**
 * Many slow nodes on few cores: real processes that get a tenth of a core each. Sixteen of them
 * walk a tree that is sixteen times as large as the one that a single one walks, so that both take
 * about as long; beside it, the small tree. Control groups are not exact: what each node got is
 * measured, too.
 */
final class SharesFigures {
  private static final int NODES = 16;
  private static final double PART = 0.1;
  private static final String NAME = "a tenth of a core each, uts: ";
  private static final String SMALL = "T1L";
  private static final String LARGE = "T1XL";

  /** The nodes of the large tree over those of the small one. */
  private static final double LARGER = 1_635_119_272.0 / 102_181_082;

  /** Before nodes are slowed down, each has to come to work that is worth compiling. */
  private static final int WARM_UPS = 3;

  private final Rows rows;

  /**
   * A job's run.
   *
   * @param part the part of a core that each node got
   */
  private record Run(double seconds, double part) {}

  SharesFigures(Rows rows) {
    this.rows = rows;
  }

  void measure() throws Exception {
    Run one = run(1, SMALL).get(0);
    List<Run> all = run(NODES, SMALL, LARGE);
    show("one node, " + SMALL, one);
    show(NODES + " nodes, " + SMALL, all.get(0));
    show(NODES + " nodes, " + LARGE, all.get(1));
    showSpeedup(SMALL, one.seconds / all.get(0).seconds);
    showSpeedup(LARGE, LARGER * one.seconds / all.get(1).seconds);
    rows.atLeast(
        NAME + NODES + " nodes over one, " + LARGE + ", for the same part of a core",
        LARGER * one.seconds * one.part / (all.get(1).seconds * all.get(1).part),
        "×",
        14);
  }

  private void show(String what, Run run) {
    rows.add(NAME + what, run.seconds, "s");
    rows.add(NAME + what + ": each got", 100 * run.part, "%");
  }

  private void showSpeedup(String tree, double speedup) {
    rows.add(NAME + NODES + " nodes over one, " + tree, speedup, "×");
  }

  private static List<Run> run(int nodes, String... trees) throws Exception {
    try (var groups = new CpuGroups();
        var processes = new LocalNodes(1, groups::starter)) {
      processes.add(nodes);
      for (int i = 0; i < WARM_UPS; i++) {
        Jobs.run(processes.stealing(), RunCommand.assignment("uts", SMALL));
      }
      groups.limit(PART);
      return slowly(processes, groups, trees);
    }
  }

  private static List<Run> slowly(LocalNodes processes, CpuGroups groups, String... trees)
      throws Exception {
    int nodes = processes.names().size();
    try (var others = new OtherLoad()) {
      others.start(NODES - nodes, PART);
      List<Run> runs = new ArrayList<>();
      for (String tree : trees) {
        double before = groups.cpuSeconds();
        Assignment<?> assignment = RunCommand.assignment("uts", tree);
        double seconds = Jobs.runner(processes.stealing(), assignment).seconds();
        runs.add(new Run(seconds, (groups.cpuSeconds() - before) / seconds / nodes));
      }
      groups.limit(1); // they end faster
      return runs;
    }
  }
}
