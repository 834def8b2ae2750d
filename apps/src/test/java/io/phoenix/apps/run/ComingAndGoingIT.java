package io.phoenix.apps.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Jobs on real processes that join and leave at random moments, under each policy: {@code
 * scripts/test it -- -Dit.test=ComingAndGoingIT -Dit.schedules=20} tries twenty schedules, which
 * are all applications under all policies, from one, two and five nodes.
 */
class ComingAndGoingIT {
  private static final Duration SOON = Duration.ofMinutes(3);
  private static final int MOST_NODES = 6;

  /** How many nodes there are when a job begins. */
  private static final List<Integer> NODES = List.of(2, 1, 5);

  private static final List<String> COMMANDS =
      List.of(
          "nqueens 15",
          "fib 41",
          "uts T3",
          "pfold 3x3x3",
          "bintree 20 --spins 500",
          "ray --size 320x240 --samples 2",
          "fib 33 --closures",
          "povray SCENE --size 240x180");

  @TempDir private Path directory;

  static IntStream schedules() {
    int first = Integer.getInteger("it.schedule", 0);
    return IntStream.range(first, first + Integer.getInteger("it.schedules", 1));
  }

  @ParameterizedTest(name = "again: -Dit.test=ComingAndGoingIT -Dit.schedule={0}")
  @MethodSource("schedules")
  void answersAreRightUnderEachPolicyWhoeverComesAndGoes(int schedule) throws Exception {
    var random = new SplittableRandom(schedule);
    try (var nodes = new LocalNodes(1)) {
      for (int i = 0; i < Tries.POLICIES.size(); i++) {
        String command = COMMANDS.get((schedule + i) % COMMANDS.size());
        Assignment<?> assignment = Tries.assignment(command.replace("SCENE", scene()));
        resize(nodes, NODES.get((schedule + i) % NODES.size()));
        Job<Object> job =
            nodes.stealing().submit(Tries.spec(assignment, Tries.POLICIES.get(i)), Object.class);
        while (!isDoneWithin(job, random.nextInt(300))) {
          change(nodes, random);
        }
        JobReport<Object> report = job.await(SOON);
        assertThat(Tries.isRight(assignment, report.result()))
            .as("%s under %s: %s", command, Tries.POLICIES.get(i), report.nodes())
            .isTrue();
      }
    }
  }

  private String scene() throws IOException {
    return Files.writeString(directory.resolve("ball.pov"), Tries.ball()).toString();
  }

  /** Lets nodes come or go until there are so many. */
  private static void resize(LocalNodes nodes, int count) {
    nodes.add(Math.max(0, count - nodes.names().size()));
    while (nodes.names().size() > count) {
      nodes.leave(nodes.names().get(0));
    }
  }

  private static void change(LocalNodes nodes, SplittableRandom random) {
    List<String> names = nodes.names();
    boolean join = names.size() == 1 || (names.size() < MOST_NODES && random.nextBoolean());
    if (join) {
      nodes.add(1);
    } else {
      nodes.leave(names.get(random.nextInt(names.size())));
    }
  }

  private static boolean isDoneWithin(Job<?> job, int millis) throws Exception {
    try {
      job.report().get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }
}
