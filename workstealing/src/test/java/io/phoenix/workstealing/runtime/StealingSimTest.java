package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.StealingTest.NextUp;
import io.phoenix.workstealing.TestApplications;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * Jobs in the simulator: no work is lost, none counts twice, and they end, whatever comes and goes.
 */
class StealingSimTest {
  private static final List<String> POLICIES =
      List.of("random", "lottery", "latency", "shrinking", NextUp.class.getName());

  @BeforeAll
  static void beQuiet() {
    // Simulated links break all the time: what their nodes say to that is no news.
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  /** What has gone wrong once. */
  private static final List<Long> NOTORIOUS =
      List.of(
          7L, // a node did work that the clearinghouse heard of when the job was over
          2628L); // work came for a node that did not know the job yet, and had to move on

  static List<Long> seeds() {
    int count = Integer.getInteger("sim.seeds", 10);
    long first = Long.getLong("sim.seed", 1);
    Stream<Long> seeds = LongStream.range(first, first + count).boxed();
    return Stream.concat(seeds, count == 1 ? Stream.of() : NOTORIOUS.stream()).distinct().toList();
  }

  private static String policy(long seed) {
    return POLICIES.get(new SplittableRandom(seed).nextInt(POLICIES.size()));
  }

  @ParameterizedTest(name = "again: scripts/test sim -- -Dsim.seeds=1 -Dsim.seed={0}")
  @MethodSource("seeds")
  void numbersAreDividedAndNoneIsDoneTwice(long seed) {
    var schedule = new Schedule(seed, false);
    JobSpec spec = JobSpec.of("fib", "23").withPolicy(policy(seed));
    JobReport<Long> report = schedule.play(spec, Long.class).report().join();
    assertThat(report.result()).isEqualTo(28657);
    checkCounts(schedule, report, TestApplications.fibTasks(23));
  }

  /** Each task was done once, and its result was taken once, whoever came and left. */
  private static void checkCounts(Schedule schedule, JobReport<?> report, long tasks) {
    if (schedule.givenTwice() == 0) {
      assertThat(report.total().tasks()).as("%s", report.nodes()).isEqualTo(tasks);
      assertThat(report.total().synchronizations()).as("%s", report.nodes()).isEqualTo(tasks);
    }
  }

  @ParameterizedTest(name = "again: scripts/test sim -- -Dsim.seeds=1 -Dsim.seed={0}")
  @MethodSource("seeds")
  void nodesThatLeaveComeBack(long seed) {
    var schedule = new Schedule(seed, false).withComebacks();
    JobSpec spec = JobSpec.of("fib", "23").withPolicy(policy(seed));
    JobReport<Long> report = schedule.play(spec, Long.class).report().join();
    assertThat(report.result()).isEqualTo(28657);
    if (schedule.givenTwice() == 0) {
      assertThat(report.total().tasks())
          .as("%s", report.nodes())
          .isEqualTo(TestApplications.fibTasks(23));
    }
  }

  @ParameterizedTest(name = "again: scripts/test sim -- -Dsim.seeds=1 -Dsim.seed={0}")
  @MethodSource("seeds")
  void objectsAreDivided(long seed) {
    var schedule = new Schedule(seed, false);
    JobSpec spec = JobSpec.of("leaves", "7").withPolicy(policy(seed));
    JobReport<Long> report = schedule.play(spec, Long.class).report().join();
    assertThat(report.result()).isEqualTo(5040);
    checkCounts(schedule, report, TestApplications.leavesTasks(7));
  }

  @ParameterizedTest(name = "again: scripts/test sim -- -Dsim.seeds=1 -Dsim.seed={0}")
  @MethodSource("seeds")
  void closuresSendArguments(long seed) {
    JobSpec spec = JobSpec.of("cilk-fib", "20").withPolicy(policy(seed));
    assertThat(new Schedule(seed, false).play(spec, Long.class).report().join().result())
        .isEqualTo(6765);
  }

  @ParameterizedTest(name = "again: scripts/test sim -- -Dsim.seeds=1 -Dsim.seed={0}")
  @MethodSource("seeds")
  void searchesAreAborted(long seed) {
    JobSpec spec = JobSpec.of("cilk-searches", "8").withPolicy(policy(seed));
    String found = new Schedule(seed, true).play(spec, String.class).report().join().result();
    assertThat(TestApplications.arePlacements(found, 8)).as(found).isTrue();
  }
}
