package io.phoenix.workstealing;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.migration.Operation;
import io.phoenix.workstealing.runtime.CostModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Jobs in the simulator, while nodes join and leave at random moments and links break. */
class StealingSimTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final List<String> POLICIES = List.of("random", "lottery", "latency");

  @BeforeAll
  static void beQuiet() {
    // Simulated links break all the time: what their nodes say to that is no news.
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  static List<Long> seeds() {
    int count = Integer.getInteger("sim.seeds", 30);
    long first = Long.getLong("sim.seed", 1);
    return LongStream.range(first, first + count).boxed().toList();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void resultIsRightWhateverComesAndGoes(long seed) {
    new Run(seed).play();
  }

  private static final class Run {
    private final long seed;
    private final SplittableRandom random;
    private final SimulatedCluster world;
    private final Node hub;
    private final Stealing client;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Stealing> stealers = new ArrayList<>();
    private final List<Operation> operations = new ArrayList<>();
    private final CostModel model;

    Run(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      model = new CostModel(1000 * (1 + random.nextInt(20)), 1 + random.nextInt(50));
      world = Phoenix.simulated(seed, NodeConfig.of("steal", 1 << 16));
      hub = world.open();
      client = Stealing.on(hub, TestApplications.all(), settings());
    }

    private StealingSettings settings() {
      return StealingSettings.defaults().withWorkers(1 + random.nextInt(3)).withSimulated(model);
    }

    private void open() {
      Node node = world.open(hub);
      Stealing stealing = Stealing.on(node, TestApplications.all(), settings());
      nodes.add(node);
      stealers.add(stealing);
    }

    private void join() {
      open();
      operations.add(stealers.get(stealers.size() - 1).join());
    }

    private void leave(int i) {
      Node node = nodes.get(i);
      Stealing stealing = stealers.get(i);
      if (nodes.size() < 2 || stealing.migration().interval() == null) {
        return;
      }
      nodes.remove(i);
      stealers.remove(i);
      Operation leave = stealing.leave();
      operations.add(leave);
      var unused =
          leave
              .report()
              .thenAccept(
                  report -> {
                    if (report.reached()) {
                      world.leave(node);
                    } else {
                      nodes.add(node);
                      stealers.add(stealing);
                    }
                  });
    }

    private void change() {
      int i = random.nextInt(nodes.size());
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          if (nodes.size() < 8) {
            join();
          }
        }
        case 2, 3 -> leave(i);
        case 4 -> world.cut(hub, nodes.get(i));
        default -> world.pause(nodes.get(i), Duration.ofMillis(random.nextInt(50)));
      }
    }

    void play() {
      open();
      stealers.get(0).found();
      for (int i = random.nextInt(5); i > 0; i--) {
        join();
      }
      int kind = random.nextInt(3);
      boolean longs = kind == 0;
      JobSpec spec =
          List.of(JobSpec.of("fib", "23"), JobSpec.of("leaves", "7"), JobSpec.of("cilk-fib", "20"))
              .get(kind);
      long expected = List.of(28657L, 5040L, 6765L).get(kind);
      String policy = POLICIES.get(random.nextInt(POLICIES.size()));
      Job<Long> job = client.submit(spec.withPolicy(policy), Long.class);
      for (int step = 0; step < 3000 && !job.report().isDone(); step++) {
        world.runFor(Duration.ofMillis(1));
        if (step % 10 == 0) {
          change();
        }
      }
      boolean done = world.runUntil(job.report()::isDone, LONG);
      assertThat(done)
          .as("'%s' ends; again: scripts/test sim -- -Dsim.seed=%d -Dsim.seeds=1", spec, seed)
          .isTrue();
      assertThat(job.report().join().result()).isEqualTo(expected);
      if (longs) {
        assertThat(job.report().join().total().tasks()).isEqualTo(TestApplications.fibTasks(23));
      }
    }
  }
}
