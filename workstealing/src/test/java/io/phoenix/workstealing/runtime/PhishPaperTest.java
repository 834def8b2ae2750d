package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.TestApplications;
import io.phoenix.workstealing.TestApplications.Fib;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.task.LongTasks;
import io.phoenix.workstealing.task.PoolPlay;
import io.phoenix.workstealing.task.TaskPool;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The claims of paper 000, section 2, about micro-level scheduling, one by one. */
class PhishPaperTest {
  private final SimulatedJobs jobs = new SimulatedJobs(1, new CostModel(1_000_000, 5));

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  /** "the process works on ready tasks in a LIFO order": few of them are there at a time. */
  @Test
  void tasksAreRunInTheOrderThatKeepsTheWorkingSetSmall() {
    TaskPool pool = new LongTasks(new Fib(), 0).poolOf(20L);
    long most = 0;
    while (pool.run(PoolPlay.NO_CONTEXT, 1) == TaskPool.Status.SPENT) {
      most = Math.max(most, pool.inUse());
    }
    assertThat(pool.tasks()).isEqualTo(TestApplications.fibTasks(20));
    assertThat(most).as("tasks at a time: about the depth of the tree").isLessThan(3 * 20);
  }

  /** "it gives the thief the task at the tail of the list": "a task near the base of the tree". */
  @Test
  void thiefGetsTheTaskNearestToTheRoot() {
    TaskPool pool = new LongTasks(new Fib(), 0).poolOf(20L);
    pool.run(PoolPlay.NO_CONTEXT, 10);
    int last = 0;
    for (int i = 0; i < 5; i++) {
      int level = Objects.requireNonNull(pool.steal()).level();
      assertThat(level).as("the %dth that is stolen", i).isGreaterThan(last);
      last = level;
    }
  }

  /** "The thief chooses uniformly at random a victim participant": by its virtual nodes here. */
  @Test
  void victimsAreChosenAtRandomEachAsOftenAsItHasVirtualNodes() {
    jobs.open(4);
    List<VirtualRange> intervals =
        jobs.members.stream().map(member -> member.migration().interval()).toList();
    for (int i = 0; i < 5; i++) {
      jobs.fib("fib", 15, "random");
    }
    long all = jobs.said(Request.class).size();
    assertThat(all).isGreaterThan(100);
    for (int i = 0; i < 4; i++) {
      VirtualRange interval = intervals.get(i);
      long asked = jobs.said(Request.class).stream().filter(m -> interval.contains(m.to())).count();
      double share = (double) interval.size() / (1 << 16);
      assertThat((double) asked / all).as("%s", interval).isBetween(0.4 * share, 2.5 * share);
    }
  }

  /** "If … the victim's queue of ready tasks is empty, the thief chooses another victim". */
  @Test
  void thievesAskMoreThanOneVictim() {
    jobs.open(4).fib("fib", 16, "random");
    List<Long> askers = jobs.said(Request.class).stream().map(Request::thief).distinct().toList();
    assertThat(askers)
        .anyMatch(
            thief ->
                jobs.said(Request.class).stream()
                        .filter(m -> m.thief() == thief)
                        .map(Request::to)
                        .distinct()
                        .count()
                    > 3);
  }

  /**
   * "If no task can be found even after many attempted steals, … the thief process terminates": by
   * the policy {@code shrinking}.
   */
  @Test
  void nodeThatFindsNoWorkForLongLeavesTheJob() {
    jobs.open(3);
    JobSpec serial = JobSpec.of("chain", "20000").withPolicy("shrinking");
    Job<Long> job = jobs.submit(serial, Long.class);
    assertThat(jobs.world.runUntil(() -> members() == 1, Duration.ofSeconds(20)))
        .as("all leave but the one that has work")
        .isTrue();
    assertThat(job.report()).isNotDone();
    assertThat(jobs.report(job).result()).isEqualTo(20_000);
  }

  private long members() {
    return jobs.members.stream().filter(m -> m.migration().interval() != null).count();
  }

  /** "preserves communication and memory locality": few tasks are ever migrated. */
  @Test
  void fewTasksAreStolenAndFewResultsAreNotLocal() {
    JobReport<Long> report = jobs.open(8).fib("fib", 19, "random");
    long tasks = TestApplications.fibTasks(19);
    assertThat(report.total().tasks()).isEqualTo(tasks);
    assertThat(report.total().stolen()).isPositive().isLessThan(tasks / 50);
    assertThat(report.total().nonLocalSynchronizations()).isLessThan(tasks / 50);
    double level =
        jobs.said(Answer.class).stream()
            .flatMap(answer -> answer.given().stream())
            .mapToInt(GivenTask::level)
            .average()
            .orElseThrow();
    assertThat(level).as("near the root of a tree of 19 levels").isLessThan(12);
  }
}
