package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.TestApplications;
import io.phoenix.workstealing.clearinghouse.Notice;
import io.phoenix.workstealing.clearinghouse.NoticeCodec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A job whose submitter goes is cancelled: nobody waits for it, and others want to run theirs. */
class SubmitterSimTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final NodeConfig CONFIG = NodeConfig.of("submitter", 1 << 16);
  private static final JobSpec ENDLESS = JobSpec.of("fib", "40"); // at ten tasks in a second

  private final SimulatedCluster world = Phoenix.simulated(1, CONFIG);
  private final Node hub = world.open();
  private final StealingNode other = stealing(hub);
  private Node gone;
  private Node first;
  private StealingNode founder;
  private Job<Long> job;

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  private static StealingNode stealing(Node node) {
    var settings = StealingSettings.defaults().withSimulated(new CostModel(100_000_000, 1));
    return new StealingNode(node, TestApplications.all(), settings);
  }

  private Node open() {
    return world.open(world.nodes().toArray(Node[]::new));
  }

  @BeforeEach
  void begin() {
    world.latency(Duration.ofMillis(10), Duration.ofMillis(10));
    gone = open();
    StealingNode submitter = stealing(gone);
    first = open();
    founder = stealing(first);
    founder.migration().found();
    var joined = stealing(open()).migration().join().report();
    assertThat(world.runUntil(joined::isDone, LONG)).isTrue();
    job = submitter.submissions().submit(ENDLESS, Long.class, JobListener.none());
    world.runFor(Duration.ofSeconds(2));
  }

  private Job<Long> runAnother() {
    Job<Long> another =
        other.submissions().submit(JobSpec.of("fib", "5"), Long.class, JobListener.none());
    assertThat(world.runUntil(another.report()::isDone, LONG)).isTrue();
    return another;
  }

  @Test
  void noticeOfOneThatIsNotTheClearinghouseIsNotBelieved() {
    var lie = new Notice.Outcome(1, null, "a lie", "", List.of());
    hub.send(gone.resourceName(), Tags.NOTICE, NoticeCodec.encode(lie));
    hub.send(first.resourceName(), Tags.NOTICE, NoticeCodec.encode(new Notice.End(1)));
    world.runFor(Duration.ofSeconds(5));
    assertThat(job.report()).isNotDone();
    assertThat(founder.jobs().current()).isNotNull();
  }

  @Test
  void jobIsCancelledWhenItsSubmitterCrashed() {
    world.crash(gone);
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(() -> runAnother().report().join())
        .withMessageContaining("'fib 40' is running");
    world.runFor(CONFIG.forgetAfter().plusSeconds(10));
    assertThat(runAnother().report().join().result()).isEqualTo(5);
  }

  @Test
  void jobIsCancelledWhenItsSubmitterLeaves() {
    world.leave(gone);
    world.runFor(Duration.ofSeconds(2));
    assertThat(runAnother().report().join().result()).isEqualTo(5);
  }

  @Test
  void submitterThatWasOnlyOutOfReachHearsOfTheEndOfItsJob() {
    world.isolate(List.of(gone), CONFIG.forgetAfter().plusSeconds(30));
    assertThat(world.runUntil(job.report()::isDone, LONG)).isTrue();
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(() -> job.report().join())
        .withMessageContaining("cancelled, as the node that submitted it was gone");
    assertThat(runAnother().report().join().result()).isEqualTo(5);
  }

  @RepeatedTest(30)
  void jobIsCancelledThoughItsSubmitterLeavesWhileTheClearinghouseMoves(RepetitionInfo repetition) {
    var left = founder.migration().leave().report();
    world.runFor(Duration.ofMillis(5L * repetition.getCurrentRepetition()));
    world.leave(gone);
    assertThat(world.runUntil(left::isDone, LONG)).isTrue();
    world.leave(first);
    world.runFor(Duration.ofSeconds(10));
    assertThat(runAnother().report().join().result()).isEqualTo(5);
  }
}
