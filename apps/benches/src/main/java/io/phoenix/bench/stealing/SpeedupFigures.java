package io.phoenix.bench.stealing;

import io.phoenix.apps.run.Assignment;
import io.phoenix.apps.run.LocalNodes;
import io.phoenix.apps.run.RunCommand;
import io.phoenix.bench.Rows;

/**
 * What two workers gain, in one node and in two, over the serial program. Two cores do not always
 * give twice the work: two serial programs at once show what there is to gain, and the goal is 0.95
 * of that.
 */
final class SpeedupFigures {
  private static final double OF_WHAT_THERE_IS = 0.95;

  private final int rounds;
  private final Rows rows;

  SpeedupFigures(int rounds, Rows rows) {
    this.rounds = rounds;
    this.rows = rows;
  }

  void measure() throws Exception {
    try (var threads = new OwnNode(2);
        var processes = new LocalNodes(1)) {
      processes.add(2);
      measure(threads, processes, "nqueens 16", "nqueens", "16");
      measure(threads, processes, "pfold 3x3x4 of 18", "pfold", "3x3x4", "--length", "18");
      measure(threads, processes, "uts T1", "uts", "T1");
      measure(threads, processes, "uts T3", "uts", "T3");
    }
  }

  private void measure(OwnNode threads, LocalNodes processes, String name, String... words)
      throws Exception {
    Assignment<?> assignment = RunCommand.assignment(words);
    var contest = new Contest();
    int serial = contest.add(Contest.timing(assignment::serial));
    int both = contest.add(Contest.timing(() -> twice(assignment)));
    int inThreads = contest.add(Jobs.runner(threads.stealing(), assignment));
    int inProcesses = contest.add(Jobs.runner(processes.stealing(), assignment));
    double[] best = contest.best(rounds);
    double toGain = 2 * best[serial] / best[both];
    rows.add(name + ", serial", best[serial], "s");
    rows.add(name + ": two serial programs at once do the work of", toGain, "×");
    show(name + ": two threads", best[serial] / best[inThreads], toGain);
    show(name + ": two nodes", best[serial] / best[inProcesses], toGain);
  }

  private void show(String name, double speedup, double toGain) {
    rows.add(name + ", over serial", speedup, "×");
    rows.atLeast(name + ", of what there is to gain", speedup / toGain, "", OF_WHAT_THERE_IS);
  }

  private static void twice(Assignment<?> assignment) {
    var other = new Thread(assignment::serial, "the other serial program");
    other.start();
    assignment.serial();
    try {
      other.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
