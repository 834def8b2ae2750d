package io.phoenix.workstealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.workstealing.TestApplications.Hold;
import io.phoenix.workstealing.policy.StealPolicy;
import io.phoenix.workstealing.policy.VictimPolicy;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs on nodes with real threads, linked through memory. */
public class StealingTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final EmbeddedCluster cluster = Phoenix.embedded(1, NodeConfig.of("test", 1 << 20));
  private final List<Stealing> nodes = new ArrayList<>();

  @AfterEach
  void close() {
    nodes.forEach(Stealing::close);
    cluster.close();
  }

  private Stealing add(int workers) throws Exception {
    Node node = nodes.isEmpty() ? cluster.node(0) : cluster.join();
    var settings =
        StealingSettings.defaults().withWorkers(workers).withLabel("node " + nodes.size());
    Stealing stealing = Stealing.on(node, TestApplications.all(), settings);
    if (!nodes.isEmpty()) { // the first one assumes everything already
      assertThat(stealing.join().await(SOON).reached()).isTrue();
    }
    nodes.add(stealing);
    return stealing;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "1, 4", "2, 1", "3, 2", "1, 100"})
  void resultIsRightOnNodesWithWorkers(int count, int workers) throws Exception {
    for (int i = 0; i < count; i++) {
      add(workers);
    }
    JobReport<Long> fib = nodes.get(0).submit(JobSpec.of("fib", "30"), Long.class).await(SOON);
    assertThat(fib.result()).isEqualTo(TestApplications.fib(30));
    assertThat(fib.total().tasks()).isEqualTo(TestApplications.fibTasks(30));
    assertThat(fib.nodes()).hasSize(count);
    JobReport<Long> leaves =
        nodes.get(count - 1).submit(JobSpec.of("leaves", "8"), Long.class).await(SOON);
    assertThat(leaves.result()).isEqualTo(40320);
    JobReport<Long> closures =
        nodes.get(0).submit(JobSpec.of("cilk-fib", "25"), Long.class).await(SOON);
    assertThat(closures.result()).isEqualTo(75025);
    JobReport<String> queens =
        nodes.get(0).submit(JobSpec.of("cilk-queens", "12"), String.class).await(SOON);
    assertThat(queens.result()).hasSize(12);
  }

  @Test
  void taskThatThrowsFailsItsJobWithTraceAndNodeAndTheNodesGoOn() throws Exception {
    add(1);
    add(1);
    Job<Long> job = nodes.get(1).submit(JobSpec.of("throw", "5"), Long.class);
    assertThatExceptionOfType(JobFailedException.class)
        .isThrownBy(() -> job.await(SOON))
        .withMessageContaining("'throw 5' failed")
        .withMessageContaining("this leaf always throws")
        .withMessageContaining("(on node ")
        .satisfies(e -> assertThat(e.trace()).contains("TestApplications$Throw.solve"));
    Job<Long> next = nodes.get(1).submit(JobSpec.of("fib", "20"), Long.class);
    assertThat(next.await(SOON).result()).isEqualTo(6765);
  }

  @Test
  void resultOfAnotherTypeThanAskedForIsSaid() throws Exception {
    add(1);
    Job<String> job = nodes.get(0).submit(JobSpec.of("fib", "10"), String.class);
    assertThatExceptionOfType(JobFailedException.class)
        .isThrownBy(() -> job.await(SOON))
        .withMessageContaining("its result is a java.lang.Long, not a java.lang.String");
  }

  @Test
  void nearestNameIsSuggestedForAnUnknownOne() throws Exception {
    Stealing node = add(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> node.submit(JobSpec.of("leafs", "5"), Long.class))
        .withMessage("no application is named 'leafs'; did you mean 'leaves'?");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> node.submit(JobSpec.of("fib", "5").withPolicy("randum"), Long.class))
        .withMessage("no policy is named 'randum'; did you mean 'random'?");
  }

  @Test
  void linesThatTasksWriteComeToTheSubmitterWithTheNodesName() throws Exception {
    add(1);
    List<String> lines = new CopyOnWriteArrayList<>();
    var listener =
        new JobListener() {
          @Override
          public void onLine(String node, String line) {
            lines.add(node + ": " + line);
          }
        };
    Job<Long> job = nodes.get(0).submit(JobSpec.of("print", "2"), Long.class, listener);
    assertThat(job.await(SOON).result()).isEqualTo(2);
    assertThat(lines).containsExactly("node 0: leaf", "node 0: leaf");
  }

  @Test
  void cancelledJobEndsInTheMiddleOfALongTask() throws Exception {
    add(2);
    Job<Long> job = nodes.get(0).submit(JobSpec.of("endless", "1"), Long.class);
    job.cancel();
    assertThatExceptionOfType(JobFailedException.class)
        .isThrownBy(() -> job.await(SOON))
        .withMessageContaining("cancelled");
    Job<Long> next = nodes.get(0).submit(JobSpec.of("fib", "20"), Long.class);
    assertThat(next.await(SOON).result()).isEqualTo(6765);
  }

  @Test
  void onlyOneJobRunsAtATime() throws Exception {
    add(1);
    Job<Long> first = nodes.get(0).submit(JobSpec.of("endless", "1"), Long.class);
    Job<Long> second = nodes.get(0).submit(JobSpec.of("fib", "20"), Long.class);
    assertThatExceptionOfType(JobFailedException.class)
        .isThrownBy(() -> second.await(SOON))
        .withMessageContaining("'endless 1' is running");
    first.cancel();
  }

  @Test
  void searchEndsWhenThereIsEnough() throws Exception {
    add(2);
    add(2);
    JobReport<String> found = nodes.get(0).submit(JobSpec.of("find"), String.class).await(SOON);
    assertThat(Long.parseLong(found.result()) % 123457).isZero();
  }

  @Test
  void nodeLeavesInTheMiddleOfALongTaskWhichIsRunAgainElsewhere() throws Exception {
    add(1);
    Stealing leaving = nodes.get(0);
    Hold.reset();
    Job<Long> job = leaving.submit(JobSpec.of("hold", "1"), Long.class);
    Hold.awaitFirst();
    Stealing other = add(1); // gets a part of the space, and no work: the only leaf is held
    assertThat(leaving.leave().await(SOON).reached()).isTrue();
    Hold.awaitSecond();
    Hold.letGo();
    JobReport<Long> report = job.await(SOON);
    assertThat(report.result()).isEqualTo(1);
    assertThat(other.migration().interval()).isNotNull();
    // What the leaver did before that task counts, though it was still in it when it left.
    assertThat(report.total().tasks()).isEqualTo(TestApplications.leavesTasks(1));
    assertThat(report.total().synchronizations()).isEqualTo(TestApplications.leavesTasks(1));
  }

  @Test
  void clearinghouseMovesInTheMiddleOfAJob() throws Exception {
    add(1); // has the clearinghouse, and the job's root
    Stealing submitter = add(1);
    Stealing leaving = nodes.get(0);
    for (String n : List.of("31", "20")) { // the second: it works on where it is now
      Job<Long> job = submitter.submit(JobSpec.of("fib", n), Long.class);
      if (leaving.migration().interval() != null) {
        assertThat(leaving.leave().await(SOON).reached()).isTrue();
      }
      JobReport<Long> report = job.await(SOON);
      assertThat(report.result()).isEqualTo(TestApplications.fib(Long.parseLong(n)));
      assertThat(report.total().tasks()).isEqualTo(TestApplications.fibTasks(Long.parseLong(n)));
    }
  }

  @ParameterizedTest
  @CsvSource({"fib, 36", "leaves, 10", "cilk-fib, 27"})
  void nodeOfManyWorkersLeavesAndComesBackWhileTheJobRuns(String application, String argument)
      throws Exception {
    add(4);
    Stealing restless = add(4);
    Job<Long> job = nodes.get(0).submit(JobSpec.of(application, argument), Long.class);
    int visits = 0;
    while (!job.report().isDone()) {
      assertThat(restless.leave().await(SOON).reached()).isTrue();
      assertThat(restless.join().await(SOON).reached()).isTrue();
      visits++;
    }
    JobReport<Long> report = job.await(SOON);
    assertThat(visits).isPositive();
    long n = Long.parseLong(argument);
    switch (application) {
      case "leaves" -> assertThat(report.result()).isEqualTo(3_628_800);
      default -> assertThat(report.result()).isEqualTo(TestApplications.fib(n));
    }
  }

  @Test
  void policyOfOnesOwnIsFoundByTheNameOfItsClass() throws Exception {
    add(1);
    add(1);
    JobSpec spec = JobSpec.of("fib", "38").withPolicy(NextUp.class.getName()); // not over at once
    assertThat(nodes.get(0).submit(spec, Long.class).await(SOON).result()).isEqualTo(39_088_169);
    assertThat(NextUp.asked.get()).isPositive();
  }

  /** Asks the next node up. */
  public static final class NextUp implements StealPolicy {
    static final AtomicInteger asked = new AtomicInteger();

    @Override
    public String name() {
      return "next-up";
    }

    @Override
    public VictimPolicy victims() {
      return view -> {
        asked.incrementAndGet();
        return view.asked().isEmpty() ? view.own().end() % view.spaceSize() : VictimPolicy.NOBODY;
      };
    }
  }
}
