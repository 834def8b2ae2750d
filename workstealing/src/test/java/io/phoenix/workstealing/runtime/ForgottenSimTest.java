package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.api.MessageHandler;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.TestApplications;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * A node that is not told of a job, as one that was given up while it could not be reached, and
 * that is given work of it nonetheless.
 */
class ForgottenSimTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final SimulatedCluster world = Phoenix.simulated(1, NodeConfig.of("forgotten", 1 << 16));
  private boolean isDeaf;

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  private static StealingNode stealing(Node node) {
    var settings = StealingSettings.defaults().withSimulated(new CostModel(1_000_000, 10));
    return new StealingNode(node, TestApplications.all(), settings);
  }

  /** The node, but what the clearinghouse says is lost on it while it is deaf. */
  private Node hardOfHearing(Node node) {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) -> call(node, method, arguments));
  }

  private Object call(Node node, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("handle") && arguments[0].equals(Tags.NOTICE)) {
      var handler = (MessageHandler) arguments[1];
      arguments[1] =
          (MessageHandler)
              message -> {
                if (!isDeaf) {
                  handler.onMessage(message);
                }
              };
    }
    try {
      return method.invoke(node, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Test
  void nodeThatIsNotToldOfAJobRunsNothingOfItAndAsksUntilItIs() {
    Node hub = world.open();
    Node first = world.open(hub);
    Node second = world.open(hub, first);
    StealingNode client = stealing(hub);
    StealingNode founder = stealing(first);
    StealingNode forgotten = stealing(hardOfHearing(second));
    founder.migration().found();
    var joined = forgotten.migration().join().report();
    assertThat(world.runUntil(joined::isDone, LONG)).isTrue();
    isDeaf = true;
    Job<Long> job =
        client.submissions().submit(JobSpec.of("fib", "15"), Long.class, JobListener.none());
    world.runFor(Duration.ofMillis(500));
    var left = founder.migration().leave().report(); // with all that it has: it is for the other
    assertThat(world.runUntil(left::isDone, LONG)).isTrue();
    world.runFor(Duration.ofMinutes(1));
    assertThat(job.report()).as("nobody counts on the only one that has work").isNotDone();
    isDeaf = false;
    assertThat(world.runUntil(job.report()::isDone, LONG)).isTrue();
    assertThat(job.report().join().result()).isEqualTo(TestApplications.fib(15));
    assertThat(job.report().join().total().tasks()).isEqualTo(TestApplications.fibTasks(15));
  }
}
