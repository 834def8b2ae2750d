package io.phoenix.bench.stealing;

import io.phoenix.apps.run.Assignment;
import io.phoenix.apps.run.RunCommand;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.runtime.Stealing;
import java.time.Duration;
import java.util.Optional;

/** Runs jobs whose answers are checked. */
final class Jobs {
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private Jobs() {}

  /** The job of a command line, as {@code spec("nqueens", "15")}. */
  static JobSpec spec(String... words) {
    return spec(RunCommand.assignment(words));
  }

  private static JobSpec spec(Assignment<?> assignment) {
    return new JobSpec(assignment.application(), assignment.arguments(), JobSpec.DEFAULT_POLICY);
  }

  /** Runs a job. */
  static JobReport<?> run(Stealing stealing, Assignment<?> assignment) throws Exception {
    return check(stealing, assignment);
  }

  @SuppressWarnings("unchecked") // the result is the assignment's own application's
  private static <R> JobReport<R> check(Stealing stealing, Assignment<R> assignment)
      throws Exception {
    JobSpec spec = spec(assignment);
    var report = (JobReport<R>) stealing.submit(spec, Object.class).await(PATIENCE);
    if (assignment.isRight(report.result()).equals(Optional.of(false))) {
      throw new UserError(spec.application() + " has a wrong result", "this is a bug");
    }
    return report;
  }

  static Contest.Runner runner(Stealing stealing, Assignment<?> assignment) {
    return () -> run(stealing, assignment).elapsed().toNanos() / 1e9;
  }
}
