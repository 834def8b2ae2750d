package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.StealingSettings;
import io.phoenix.workstealing.TestApplications;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A node that could not be reached for so long that it was given up, and that is there again. */
class ForgottenSimTest {
  private static final NodeConfig CONFIG = NodeConfig.of("forgotten", 1 << 16);
  private static final Duration LONG = Duration.ofMinutes(5);

  private final SimulatedCluster world = Phoenix.simulated(1, CONFIG);

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  private static StealingNode stealing(Node node) {
    var settings = StealingSettings.defaults().withSimulated(new CostModel(1_000_000, 10));
    return new StealingNode(node, TestApplications.all(), settings);
  }

  @Test
  void nodeThatTheClearinghouseHasForgottenGoesOnWithWhatItIsGiven() {
    Node hub = world.open();
    Node first = world.open(hub);
    Node second = world.open(hub, first);
    StealingNode client = stealing(hub);
    StealingNode founder = stealing(first);
    StealingNode forgotten = stealing(second);
    founder.migration().found();
    var joined = forgotten.migration().join().report();
    assertThat(world.runUntil(joined::isDone, LONG)).isTrue();
    Duration tooLong = CONFIG.forgetAfter().multipliedBy(2);
    world.isolate(List.of(second), tooLong);
    world.runFor(tooLong.multipliedBy(2));
    Job<Long> job =
        client.submissions().submit(JobSpec.of("fib", "15"), Long.class, JobListener.none());
    world.runFor(Duration.ofMillis(500));
    var left = founder.migration().leave().report(); // with all that it has: it is for the other
    assertThat(world.runUntil(left::isDone, LONG)).isTrue();
    assertThat(job.report()).isNotDone();
    assertThat(world.runUntil(job.report()::isDone, LONG)).isTrue();
    assertThat(job.report().join().result()).isEqualTo(TestApplications.fib(15));
    assertThat(job.report().join().total().tasks()).isEqualTo(TestApplications.fibTasks(15));
  }
}
