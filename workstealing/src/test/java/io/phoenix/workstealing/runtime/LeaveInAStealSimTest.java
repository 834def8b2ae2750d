package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.migration.Operation;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.TestApplications;
import io.phoenix.workstealing.steal.StealMessage;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.StealMessage.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * Three nodes, one of which leaves in the middle of a steal: the thief or its victim, when the
 * request, the answer with work, or the result has just been sent. Workers look up so seldom that a
 * node is long gone before a request that it has made is answered.
 */
class LeaveInAStealSimTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int N = 22;

  private record Member(Node node, StealingNode stealing) {}

  private final Custody custody = new Custody(false);
  private final List<Member> members = new ArrayList<>();
  private final SimulatedCluster world = Phoenix.simulated(1, NodeConfig.of("leave", 1 << 16));
  private int seen;
  private Operation leave;

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  /**
   * Each moment of a steal, for some of the steals, and who leaves: its sender, or its receiver.
   */
  static Stream<Arguments> moments() {
    return Stream.of(Request.class, Answer.class, Result.class)
        .flatMap(
            type ->
                Stream.of(1, 2, 5, 9)
                    .flatMap(
                        count ->
                            Stream.of(true, false)
                                .map(sender -> Arguments.of(type, count, sender))));
  }

  private StealingNode open() {
    Node node = world.open(world.nodes().toArray(Node[]::new));
    var settings = StealingSettings.defaults().withSimulated(new CostModel(1_000_000, 100));
    var stealing = new StealingNode(custody.watched(node), TestApplications.all(), settings);
    custody.add(node, stealing);
    members.add(new Member(node, stealing));
    return stealing;
  }

  private void join() {
    var joining = open().migration().join().report();
    assertThat(world.runUntil(joining::isDone, LONG)).isTrue();
  }

  @ParameterizedTest(name = "{0} number {1}; its sender leaves: {2}")
  @MethodSource("moments")
  void noWorkIsLostAndNoneIsDoneTwice(
      Class<? extends StealMessage> type, int count, boolean sender) {
    open().migration().found();
    join();
    join();
    StealingNode client = open(); // it assumes nothing, and only listens
    custody.tell((from, message) -> onSent(from, message, type, count, sender));
    Job<Long> job =
        client
            .submissions()
            .submit(JobSpec.of("fib", String.valueOf(N)), Long.class, JobListener.none());
    assertThat(world.runUntil(() -> isOver(job), LONG)).as("the job ends").isTrue();
    assertThat(leave).as("somebody set out to leave meanwhile").isNotNull();
    assertThat(world.runUntil(leave.report()::isDone, LONG)).as("and has left").isTrue();
    JobReport<Long> report = job.report().join();
    assertThat(report.result()).isEqualTo(TestApplications.fib(N));
    assertThat(report.total().tasks()).isEqualTo(TestApplications.fibTasks(N));
    assertThat(report.total().synchronizations()).isEqualTo(TestApplications.fibTasks(N));
  }

  private boolean isOver(Job<?> job) {
    custody.check();
    return job.report().isDone();
  }

  private void onSent(Node from, StealMessage message, Class<?> type, int count, boolean isSender) {
    boolean hasWork = !(message instanceof Answer answer) || !answer.given().isEmpty();
    if (type.isInstance(message) && hasWork && ++seen == count) {
      Member leaver =
          members.stream()
              .filter(m -> isSender ? m.node == from : m.node.assumed().contains(message.to()))
              .findFirst()
              .orElseThrow();
      leave = leaver.stealing.migration().leave();
    }
  }
}
