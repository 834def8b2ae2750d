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
import io.phoenix.workstealing.JobProgress;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.MemberStatistics;
import io.phoenix.workstealing.TestApplications;
import io.phoenix.workstealing.clearinghouse.Notice.Begin;
import io.phoenix.workstealing.clearinghouse.NoticeCodec;
import io.phoenix.workstealing.steal.StealCodec;
import io.phoenix.workstealing.steal.StealId;
import io.phoenix.workstealing.steal.StealMessage.Abort;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.StealMessage.Result;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What nodes and the clearinghouse know of each other: two nodes, and somebody with a job. */
class MembershipSimTest {
  private static final NodeConfig CONFIG = NodeConfig.of("membership", 1 << 16);
  private static final Duration TOO_LONG = CONFIG.forgetAfter().multipliedBy(2);
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int N = 15;
  private static final JobSpec FIB = JobSpec.of("fib", String.valueOf(N));

  private final SimulatedCluster world = Phoenix.simulated(1, CONFIG);
  private final Node hub = world.open();
  private final StealingNode client = stealing(hub, "client");
  private final StealingNode founder = stealing(world.open(hub), "founder");
  private final Node other = world.open(world.nodes().toArray(Node[]::new));
  private final StealingNode joiner = stealing(counted(other), "joiner");
  private final List<JobProgress> progress = new ArrayList<>();
  private int said;

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  @BeforeEach
  void start() {
    founder.migration().found();
    await(joiner.migration().join());
    world.runFor(Duration.ofSeconds(1)); // everybody knows
  }

  private static StealingNode stealing(Node node, String label) {
    var settings = StealingSettings.defaults().withSimulated(new CostModel(10_000_000, 10));
    return new StealingNode(node, TestApplications.all(), settings.withLabel(label));
  }

  /** The node, but what it says to the clearinghouse is counted. */
  private Node counted(Node node) {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("send") && arguments[1].equals(Tags.CLEARINGHOUSE)) {
                said++;
              }
              return method.invoke(node, arguments);
            });
  }

  private void await(Operation operation) {
    await(operation.report()::isDone);
    assertThat(operation.report().join().reached()).isTrue();
  }

  private void await(BooleanSupplier condition) {
    assertThat(world.runUntil(condition, LONG)).isTrue();
  }

  /** The joiner cannot be reached for so long that it is given up; then it is there again. */
  private void forgetJoiner(Runnable meanwhile) {
    world.isolate(List.of(other), TOO_LONG);
    world.runFor(TOO_LONG.multipliedBy(3).dividedBy(4));
    meanwhile.run();
    world.runFor(TOO_LONG);
  }

  private Job<Long> submit(JobSpec spec) {
    var listener =
        new JobListener() {
          @Override
          public void onProgress(JobProgress now) {
            progress.add(now);
          }
        };
    return client.submissions().submit(spec, Long.class, listener);
  }

  private static void checkIsRight(JobReport<Long> report) {
    assertThat(report.result()).isEqualTo(TestApplications.fib(N));
    assertThat(report.total().tasks()).isEqualTo(TestApplications.fibTasks(N));
  }

  @Test
  void nodeThatWasForgottenTakesPartInTheNextJobByItself() {
    forgetJoiner(() -> {});
    checkJoinerTakesPart();
  }

  private void checkJoinerTakesPart() {
    Job<Long> job = submit(FIB);
    await(job.report()::isDone);
    checkIsRight(job.report().join());
    assertThat(job.report().join().nodes())
        .filteredOn(member -> member.label().equals("joiner"))
        .extracting(MemberStatistics::did)
        .singleElement()
        .satisfies(did -> assertThat(did.tasks()).isPositive());
  }

  @Test
  void nodeRemindsTheClearinghouseButLessAndLessWhileItIsNotAnswered() {
    Duration hour = Duration.ofHours(1);
    world.runFor(hour);
    int answered = said;
    world.isolate(List.of(other), hour);
    world.runFor(hour);
    assertThat(said - answered).as("in an hour alone").isBetween(1, 30);
    assertThat(answered).as("in an hour").isGreaterThan(300);
    world.runFor(Duration.ofMinutes(10));
    checkJoinerTakesPart();
  }

  @Test
  void nodeThatWasForgottenDuringAJobHearsThatItIsOver() {
    Job<Long> job = submit(JobSpec.of("fib", "30")); // takes hours
    await(() -> joiner.jobs().current() != null);
    forgetJoiner(
        () -> {
          job.cancel();
          await(job.report()::isDone);
          var another = submit(FIB);
          another.cancel();
          await(another.report()::isDone);
        });
    await(() -> joiner.jobs().current() == null);
    checkJoinerTakesPart();
  }

  @Test
  void nodeThatWasClosedTakesNoPartThoughItIsCountedOn() {
    joiner.close();
    submit(JobSpec.of("fib", "30")); // takes hours
    world.runFor(LONG);
    assertThat(joiner.jobs().current()).isNull();
  }

  @Test
  void beginThatWasForAnEarlierVisitIsNotHeeded() {
    await(joiner.migration().leave());
    await(joiner.migration().join()); // its second visit
    Node clearinghouse = world.nodes().get(1);
    for (long visit = 1; visit <= 2; visit++) {
      assertThat(joiner.jobs().current()).as("of visit %d", visit - 1).isNull();
      clearinghouse.send(
          other.resourceName(), Tags.NOTICE, NoticeCodec.encode(new Begin(1, FIB, visit)));
      world.runFor(Duration.ofSeconds(1));
    }
    assertThat(joiner.jobs().current()).isNotNull();
  }

  @Test
  void workThatComesBeforeTheJobIsKeptThoughThereAreTooManyRequests() {
    long to = joiner.migration().interval().first();
    for (int i = 0; i < EarlyMessages.MAX_EARLY; i++) {
      var request = new Request(1, to, new StealId(-1, i), 0, List.of());
      hub.send(to, Tags.REQUEST, StealCodec.encode(request));
      if (i % 100 == 0) {
        world.runFor(Duration.ofMillis(100));
      }
    }
    var task = new GivenTask(new StealId(-1, 1), 0, 1, new byte[] {8});
    var answer = new Answer(1, to, new StealId(-2, 1), List.of(task), List.of());
    hub.send(to, Tags.WORK, StealCodec.encode(answer));
    hub.send(
        to, Tags.REQUEST, StealCodec.encode(new Request(1, to, new StealId(-1, -1), 0, List.of())));
    world.runFor(Duration.ofSeconds(1));
    assertThat(joiner.jobs().early()).hasSize(EarlyMessages.MAX_EARLY + 1);
    assertThat(joiner.jobs().early()).hasAtLeastOneElementOfType(Answer.class);
  }

  @Test
  void workThatNobodyAskedForDoesNotFillTheMemory() {
    long to = joiner.migration().interval().first();
    byte[] large = new byte[1 << 20];
    for (int i = 0; i < 100; i++) {
      hub.send(
          to,
          Tags.WORK,
          StealCodec.encode(new Result(1000 + i, to, new StealId(-1, i), large, List.of())));
      world.runFor(Duration.ofMillis(100));
    }
    assertThat(joiner.jobs().early()).hasSizeBetween(1, 64);
    for (int i = 0; i <= EarlyMessages.MAX_EARLY_WORK; i++) {
      hub.send(to, Tags.WORK, StealCodec.encode(new Abort(1000 + i, to, new StealId(-1, i))));
      if (i % 100 == 0) {
        world.runFor(Duration.ofMillis(100));
      }
    }
    world.runFor(Duration.ofSeconds(1));
    assertThat(joiner.jobs().early()).hasSize(EarlyMessages.MAX_EARLY_WORK);
  }

  @Test
  void workThatComesBeforeTheJobMovesOnWithItsVirtualNode() {
    long to = joiner.migration().interval().first();
    var task = new GivenTask(new StealId(-1, 1), 0, 1, new byte[] {8});
    var answer = new Answer(1, to, new StealId(-2, 1), List.of(task), List.of());
    hub.send(to, Tags.WORK, StealCodec.encode(answer));
    await(() -> !joiner.jobs().early().isEmpty());
    await(joiner.migration().leave());
    await(() -> !founder.jobs().early().isEmpty());
    assertThat(founder.jobs().early()).hasOnlyElementsOfType(Answer.class);
    assertThat(joiner.jobs().early()).isEmpty();
  }

  @Test
  void submitterHearsOfProgressAfterTheClearinghouseHasMoved() {
    Job<Long> job = submit(FIB);
    await(() -> !progress.isEmpty());
    await(founder.migration().leave());
    progress.clear();
    await(() -> !progress.isEmpty() || job.report().isDone());
    assertThat(progress).isNotEmpty();
    await(job.report()::isDone);
    checkIsRight(job.report().join());
  }
}
