package io.phoenix.apps.run;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.runtime.CostModel;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Small jobs of every application, the policies there are, and whether an answer is right. */
final class Tries {
  static final List<String> POLICIES =
      List.of("random", "lottery", "latency", "shrinking", NextUp.class.getName());

  private static final String BALL =
      "camera { location <0, 2, -6> look_at <0, 1, 0> } light_source { <-4, 6, -4> color rgb 1 }"
          + " sphere { <0, 1, 0>, 1 pigment { rgb <0.9, 0.2, 0.1> } }";

  /** Command lines that take a few hundred to a few thousand tasks. */
  static final List<String> COMMANDS =
      List.of(
          "fib 18",
          "fib 14 --closures",
          "bintree 9 --spins 0",
          "nqueens 8 --grain 4",
          "nqueens 9 --first",
          "pfold 2x2x3 --grain 5",
          "uts --type geometric --shape fixed --branching 3 --grain 4",
          "uts --type binomial --branching 50 --seed 7 --grain 4",
          "ray --size 32x24 --samples 1 --grain 16");

  private Tries() {}

  static Assignment<?> assignment(String command) {
    return RunCommand.assignment(command.split(" "));
  }

  static JobSpec spec(Assignment<?> assignment, String policy) {
    return new JobSpec(assignment.application(), assignment.arguments(), policy);
  }

  /** How many tasks it takes on a single node. */
  static long tasks(Assignment<?> assignment) {
    SimulatedCluster world = Phoenix.simulated(0, NodeConfig.of("tries", 16));
    var settings = StealingSettings.defaults().withSimulated(new CostModel(1000, 1));
    Stealing stealing = Stealing.on(world.open(), Applications.installed(), settings);
    stealing.found();
    Job<Object> job = stealing.submit(spec(assignment, "random"), Object.class);
    if (!world.runUntil(job.report()::isDone, Duration.ofMinutes(5))) {
      throw new AssertionError("'" + assignment.application() + "' hangs on a single node");
    }
    return job.report().join().total().tasks();
  }

  /** Whether it is the known answer, and the one of the serial program. */
  static <R> boolean isRight(Assignment<R> assignment, Object result) {
    return isRight(assignment, result, assignment.serial());
  }

  /**
   * Whether it is the known answer, and the one of the serial program.
   *
   * @param serial what that gave
   */
  @SuppressWarnings("unchecked") // it comes from the assignment's own application
  static <R> boolean isRight(Assignment<R> assignment, Object result, R serial) {
    return !assignment.isRight((R) result).equals(Optional.of(false))
        && assignment.isSame((R) result, serial);
  }

  /** A scene that POV-Ray renders fast. */
  static String ball() {
    return BALL;
  }
}
