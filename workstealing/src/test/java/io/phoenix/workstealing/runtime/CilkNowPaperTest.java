package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.MemberStatistics;
import io.phoenix.workstealing.TestApplications;
import io.phoenix.workstealing.steal.Holdings;
import io.phoenix.workstealing.steal.StealId;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.StealMessage.Result;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * The claims of paper 003 about stealing (section 2), jobs (section 3) and adaptive parallelism
 * (section 4), one by one, in the simulator. Those about closures are in {@code CilkPaperTest}.
 */
class CilkNowPaperTest {
  /** A task takes a millisecond, much longer than a message. */
  private static final CostModel MODEL = new CostModel(1_000_000, 5);

  private final SimulatedJobs jobs = new SimulatedJobs(1, MODEL);

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  private Duration time(int nodes, int n) {
    var fresh = new SimulatedJobs(1, MODEL).open(nodes);
    Duration before = fresh.world.now();
    fresh.fib("cilk-fib", n, "random");
    return fresh.world.now().minus(before);
  }

  /** §2: "the execution time can be modeled accurately as T1/P + T∞". */
  @Test
  void executionTimeIsTheWorkSharedByAllPlusTheCriticalPath() {
    int n = 16;
    double work = time(1, n).toNanos();
    double criticalPath = 2 * n * MODEL.taskNs();
    for (int nodes : List.of(2, 4, 8)) {
      double expected = work / nodes + criticalPath;
      assertThat((double) time(nodes, n).toNanos())
          .as("on %d nodes", nodes)
          .isBetween(0.8 * work / nodes, 1.5 * expected);
    }
  }

  /** §2: the number of steals "is proportional to the critical-path length", not to the work. */
  @Test
  void stealsDoNotGrowWithTheWork() {
    long few = new SimulatedJobs(1, MODEL).open(4).fib("cilk-fib", 13, "random").total().stolen();
    long more = new SimulatedJobs(1, MODEL).open(4).fib("cilk-fib", 18, "random").total().stolen();
    assertThat(TestApplications.fibTasks(18)).isGreaterThan(11 * TestApplications.fibTasks(13));
    assertThat(few).isPositive();
    assertThat(more).isLessThan(4 * few);
  }

  /**
   * §2: "If the victim has no ready closures, it informs the thief who then tries to steal from
   * another random processor".
   */
  @Test
  void thiefThatIsToldThatThereIsNothingAsksAgain() {
    jobs.open(4).fib("cilk-fib", 15, "random");
    List<Answer> answers = jobs.said(Answer.class);
    assertThat(answers.stream().filter(answer -> answer.given().isEmpty())).isNotEmpty();
    assertThat(answers.stream().filter(answer -> !answer.given().isEmpty())).isNotEmpty();
    assertThat(jobs.said(Request.class).size()).isGreaterThanOrEqualTo(answers.size());
  }

  /** §3: a second worker joins a running job: it registers, and steals. */
  @Test
  void nodeThatJoinsInTheMiddleOfAJobGetsWork() {
    jobs.open(1);
    Job<Long> job = jobs.submit(JobSpec.of("cilk-fib", "18"), Long.class);
    jobs.world.runFor(Duration.ofMillis(200));
    jobs.await(jobs.join(settings -> settings.withLabel("sparrow")));
    JobReport<Long> report = jobs.report(job);
    assertThat(report.result()).isEqualTo(TestApplications.fib(18));
    assertThat(statistics(report, "sparrow").did().tasks()).isPositive();
  }

  private static MemberStatistics statistics(JobReport<?> report, String label) {
    return report.nodes().stream()
        .filter(node -> node.label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  /** §3: a leaver "offloads all of its closures to other workers", and unregisters. */
  @Test
  void nodeThatLeavesInTheMiddleOfAJobHandsItsWorkOnAndNothingIsLost() {
    jobs.open(2);
    jobs.await(jobs.join(settings -> settings.withLabel("sparrow")));
    Job<Long> job = jobs.submit(JobSpec.of("cilk-fib", "18"), Long.class);
    StealingNode sparrow = jobs.members.get(2);
    assertThat(
            jobs.world.runUntil(
                () -> sparrow.jobs().current() != null && holds(2) > 0, SimulatedJobs.LONG))
        .isTrue();
    jobs.world.runFor(Duration.ofMillis(100));
    jobs.await(sparrow.migration().leave());
    assertThat(job.report()).as("it left in the middle").isNotDone();
    assertThat(jobs.world.runUntil(() -> sparrow.jobs().current() == null, SimulatedJobs.LONG))
        .as("its part in the job is over")
        .isTrue();
    JobReport<Long> report = jobs.report(job);
    assertThat(report.result()).isEqualTo(TestApplications.fib(18));
    assertThat(statistics(report, "sparrow").present()).isFalse();
    assertThat(statistics(report, "sparrow").did().tasks()).isPositive();
  }

  private int holds(int member) {
    LocalJob job = jobs.members.get(member).jobs().current();
    return job == null ? 0 : Holdings.held(job.site()).size();
  }

  /**
   * §4: stealing "creates a new subcomputation on the thief which is linked to a copy of the stolen
   * closure kept in an assigned pool on the victim"; when it is finished, "the link … is
   * destroyed". The custody is checked after every event: what was stolen is in one place, and its
   * victim waits for it.
   */
  @Test
  void whatWasStolenIsLinkedToItsVictimUntilItsOneResultHasCome() {
    jobs.open(4).fib("cilk-fib", 17, "random");
    Set<StealId> given = new HashSet<>();
    for (Answer answer : jobs.said(Answer.class)) {
      answer.given().stream().map(GivenTask::id).forEach(id -> assertThat(given.add(id)).isTrue());
    }
    assertThat(given).isNotEmpty();
    List<StealId> results =
        jobs.said(Result.class).stream().map(Result::id).filter(id -> !id.isRoot()).toList();
    assertThat(results).as("one result for each").doesNotHaveDuplicates();
    assertThat(given).as("results of what was stolen").containsAll(results);
  }

  /**
   * §4: "all of the overhead associated with adaptive parallelism … occurs only when closures are
   * stolen": a job on one node says nothing about work but its result.
   */
  @Test
  void jobOfWhichNothingIsStolenSendsNoMessagesAboutWork() {
    jobs.open(1).fib("cilk-fib", 15, "random");
    assertThat(jobs.said.stream().map(SimulatedJobs.Said::message))
        .allMatch(message -> message instanceof Result result && result.id().isRoot());
  }

  /**
   * §4: "The subcomputation keeps its name" when it migrates, and links "are restored". Departs
   * from the messages that restore them: whoever assumes its virtual node has it.
   */
  @Test
  void subcomputationKeepsItsNameWhenItMovesAndItsResultFindsItsVictim() {
    jobs.open(3);
    Job<Long> job = jobs.submit(JobSpec.of("cilk-fib", "18"), Long.class);
    assertThat(jobs.world.runUntil(() -> holds(2) > 0, SimulatedJobs.LONG)).isTrue();
    List<StealId> before =
        Holdings.held(jobs.members.get(2).jobs().current().site()).stream()
            .map(Holdings.Held::id)
            .toList();
    jobs.await(jobs.members.get(2).migration().leave());
    jobs.report(job);
    assertThat(jobs.said(Result.class).stream().map(Result::id).toList())
        .as("results, by the names that were given by the victims")
        .containsAll(before);
  }
}
