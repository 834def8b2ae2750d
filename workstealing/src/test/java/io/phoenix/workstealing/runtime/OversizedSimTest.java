package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.Work;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.DivideAndConquer;
import io.phoenix.workstealing.task.Parts;
import io.phoenix.workstealing.task.TaskContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Problems and results that are larger than messages may be: their job fails, and says why. */
class OversizedSimTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int LIMIT = 100_000;
  private static final int LEAVES = 16;

  private final SimulatedCluster world =
      Phoenix.simulated(1, NodeConfig.of("large", 1 << 16).withMaxPayloadBytes(LIMIT));
  private StealingNode client;

  /**
   * A root with some leaves.
   *
   * @param problem how long the problem of a leaf is
   * @param result how long its result is
   * @param whole how long the result of the root is
   */
  private record Bulky(int problem, int result, int whole)
      implements DivideAndConquer<String, String> {
    @Override
    public void divide(String text, Parts<String> parts) {
      for (int i = 0; text.isEmpty() && i < LEAVES; i++) {
        parts.add("p".repeat(problem));
      }
    }

    @Override
    public String solve(String leaf, TaskContext context) {
      return "r".repeat(result);
    }

    @Override
    public String initial(String text) {
      return "w".repeat(whole);
    }

    @Override
    public String combine(String soFar, String part) {
      return soFar;
    }

    @Override
    public Codec<String> problems() {
      return Codec.strings();
    }

    @Override
    public Codec<String> results() {
      return Codec.strings();
    }
  }

  private static final class BulkyApplication implements Application {
    @Override
    public String name() {
      return "bulky";
    }

    @Override
    public Work<?> work(List<String> arguments) {
      List<Integer> lengths = arguments.stream().limit(3).map(Integer::parseInt).toList();
      return Work.of(new Bulky(lengths.get(0), lengths.get(1), lengths.get(2)), "");
    }
  }

  private StealingNode stealing(Node node) {
    var settings =
        StealingSettings.defaults()
            .withLabel("a node with a name that takes room " + "x".repeat(2000))
            .withSimulated(new CostModel(10_000_000, 1));
    return new StealingNode(node, Applications.of(new BulkyApplication()), settings);
  }

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  @BeforeEach
  void open() {
    Node hub = world.open();
    Node first = world.open(hub);
    Node second = world.open(hub, first);
    client = stealing(hub);
    stealing(first).migration().found();
    var joined = stealing(second).migration().join().report();
    assertThat(world.runUntil(joined::isDone, LONG)).isTrue();
  }

  private Job<String> run(Object... arguments) {
    List<String> words = List.of(arguments).stream().map(Object::toString).toList();
    var spec = new JobSpec("bulky", words, JobSpec.DEFAULT_POLICY);
    Job<String> job = client.submissions().submit(spec, String.class, JobListener.none());
    assertThat(world.runUntil(job.report()::isDone, LONG)).as("%s ends", spec).isTrue();
    return job;
  }

  private void checkFailure(Job<String> job, String what) {
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(() -> job.report().join())
        .withMessageContaining(what + " cannot be sent: payload of ")
        .withMessageContaining(" bytes > " + LIMIT)
        .withMessageContaining("raise maxPayloadBytes");
  }

  private void checkThatNodesGoOn() {
    assertThat(run(1, 1, 1).report().join().result()).isEqualTo("w");
  }

  @Test
  void problemOfATaskThatIsStolen() {
    Job<String> job = run(LIMIT, 1, 1);
    checkFailure(job, "the problem of a task");
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(() -> job.report().join())
        .withMessageContaining("(on a node with a name");
    checkThatNodesGoOn();
  }

  @Test
  void resultOfATaskThatWasStolen() {
    checkFailure(run(1, LIMIT, 1), "the result of a task");
    checkThatNodesGoOn();
  }

  @Test
  void resultOfTheJob() {
    checkFailure(run(1, 1, LIMIT), "the job's result");
    checkThatNodesGoOn();
  }

  @Test
  void resultOfTheJobTogetherWithWhatNodesDid() {
    checkFailure(run(1, 1, LIMIT - 3000), "its result");
    checkThatNodesGoOn();
  }

  @Test
  void argumentsOfAJob() {
    checkFailure(run(1, 1, 1, "a".repeat(LIMIT)), "its arguments");
    checkThatNodesGoOn();
  }
}
