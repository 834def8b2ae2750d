package io.phoenix.bench.stealing;

import io.phoenix.apps.run.Assignment;
import io.phoenix.apps.run.RunCommand;
import io.phoenix.bench.Rows;
import java.util.concurrent.ForkJoinPool;

/** What the runtime costs: one worker beside the best serial program (paper 000, Table 1). */
final class SlowdownFigures {
  private static final int FIB = 38;

  private final int rounds;
  private final Rows rows;

  SlowdownFigures(int rounds, Rows rows) {
    this.rounds = rounds;
    this.rows = rows;
  }

  void measure() throws Exception {
    try (var node = new OwnNode(1)) {
      measureFib(node);
      measure(node, "nqueens 15", 1.05, "nqueens", "15");
      measure(node, "pfold 3x3x3", 1.05, "pfold", "3x3x3");
      measure(node, "uts T1", 0, "uts", "T1");
      measure(node, "uts T3", 0, "uts", "T3");
      measure(node, "ray 640x480", 1.01, "ray", "--size", "640x480", "--samples", "2");
    }
  }

  private void measureFib(OwnNode node) throws Exception {
    String n = Integer.toString(FIB);
    Assignment<?> divide = RunCommand.assignment("fib", n);
    var pool = new ForkJoinPool(1);
    try {
      var contest = new Contest();
      int serial = contest.add(Contest.timing(divide::serial));
      int divided = contest.add(Jobs.runner(node.stealing(), divide));
      int closures =
          contest.add(Jobs.runner(node.stealing(), RunCommand.assignment("fib", n, "--closures")));
      int forkJoin = contest.add(Contest.timing(() -> pool.invoke(new ForkJoinFib(FIB))));
      double[] best = contest.best(rounds);
      rows.add("fib " + n + ", serial", best[serial], "s");
      rows.atMost("fib, divide and conquer: slowdown", best[divided] / best[serial], "×", 2.0);
      rows.atMost("fib, closures: slowdown", best[closures] / best[serial], "×", 4.4);
      rows.add("fib, ForkJoinPool without cut-off: slowdown", best[forkJoin] / best[serial], "×");
    } finally {
      pool.shutdown();
    }
  }

  private void measure(OwnNode node, String name, double limit, String... words) throws Exception {
    Assignment<?> assignment = RunCommand.assignment(words);
    var contest = new Contest();
    int serial = contest.add(Contest.timing(assignment::serial));
    int job = contest.add(Jobs.runner(node.stealing(), assignment));
    double[] best = contest.best(rounds);
    rows.add(name + ", serial", best[serial], "s");
    if (limit == 0) {
      rows.add(name + ": slowdown", best[job] / best[serial], "×");
    } else {
      rows.atMost(name + ": slowdown", best[job] / best[serial], "×", limit);
    }
  }
}
