package io.phoenix.apps.run;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * Every application under every policy in the simulator, while nodes join and leave at random
 * moments: {@code scripts/test sim -- -Dsim.schedules=100} tries a hundred schedules of each.
 */
class AssignmentsSimTest {
  private static final int SCHEDULES = Integer.getInteger("sim.schedules", 1);
  private static final long FIRST = Long.getLong("sim.seed", 1);

  @BeforeAll
  static void beQuiet() {
    // Simulated links break all the time: what their nodes say to that is no news.
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  static List<String> commands() {
    return Tries.COMMANDS;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void answerIsRightUnderEachPolicyWhoeverComesAndGoes(String command) {
    check(Tries.assignment(command), command);
  }

  @Test
  void povrayRendersThePictureWhoeverComesAndGoes(@TempDir Path directory) throws Exception {
    Path scene = Files.writeString(directory.resolve("ball.pov"), Tries.ball());
    String[] words = {"povray", scene.toString(), "--size", "8x6", "--grain", "3"};
    check(RunCommand.assignment(words), "povray");
  }

  private static <R> void check(Assignment<R> assignment, String command) {
    R serial = assignment.serial();
    long tasks = Tries.tasks(assignment);
    int joined = 0;
    int left = 0;
    for (int i = 0; i < Tries.POLICIES.size(); i++) {
      String policy = Tries.POLICIES.get(i);
      for (int n = 0; n < SCHEDULES; n++) {
        long seed = FIRST + (long) n * Tries.POLICIES.size() + i;
        var nodes = new ComingAndGoing(seed, tasks);
        Job<Object> job = nodes.play(Tries.spec(assignment, policy));
        assertThat(job.report()).as("%s under %s, seed %d, ends", command, policy, seed).isDone();
        JobReport<Object> report = job.report().join();
        assertThat(Tries.isRight(assignment, report.result(), serial))
            .as("%s under %s, seed %d", command, policy, seed)
            .isTrue();
        if (!command.endsWith("--first")) { // how much of that is aborted in time is chance
          assertThat(List.of(report.total().tasks(), report.total().synchronizations()))
              .as("tasks and synchronisations of %s under %s, seed %d", command, policy, seed)
              .containsOnly(tasks);
        }
        joined += nodes.joined();
        left += nodes.left();
      }
    }
    assertThat(joined).as("nodes that joined while %s ran", command).isPositive();
    assertThat(left).as("nodes that left while %s ran", command).isPositive();
  }
}
