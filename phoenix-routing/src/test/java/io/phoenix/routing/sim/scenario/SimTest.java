package io.phoenix.routing.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.routing.sim.SimFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Many seeds of all scenarios; {@code -Dsim.seeds=N} says how many, {@code -Dsim.first=N} from
 * where.
 */
class SimTest {
  private static final int SEEDS = Integer.getInteger("sim.seeds", 1000);
  private static final long FIRST = Long.getLong("sim.first", 1);

  /** Simulated links break all the time: what their nodes say to that is no news. */
  @BeforeAll
  static void silence() {
    ((Logger) LoggerFactory.getLogger("io.phoenix.routing")).setLevel(Level.OFF);
  }

  @AfterAll
  static void speak() {
    ((Logger) LoggerFactory.getLogger("io.phoenix.routing")).setLevel(null);
  }

  @Test
  void promisesHoldForAllSeeds() throws Exception {
    var failures = new ConcurrentSkipListMap<Long, SimFailure>();
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
        long s = seed;
        runs.add(
            threads.submit(
                () -> {
                  try {
                    SimRun.of(Scenario.of(s), s).run();
                  } catch (SimFailure failure) {
                    failures.put(s, failure);
                  }
                }));
      }
      for (Future<?> run : runs) {
        run.get();
      }
    } finally {
      threads.shutdownNow();
    }
    if (!failures.isEmpty()) {
      SimFailure first = failures.firstEntry().getValue();
      throw new AssertionError(
          "%d of %d seeds failed: %s%nthe first of them:%n%s"
              .formatted(failures.size(), SEEDS, failures.keySet(), first.getMessage()),
          first);
    }
  }

  @Test
  void seedsThatOnceFailedPass() {
    for (RegressionSeeds.Kept kept : RegressionSeeds.ALL) {
      SimRun.of(kept.scenario(), kept.seed()).run();
    }
  }

  @Test
  void theSameSeedTellsTheSameStory() {
    for (Scenario scenario : Scenario.values()) {
      Outcome once = SimRun.of(scenario, 1).run();
      assertThat(SimRun.of(scenario, 1).run()).isEqualTo(once);
      assertThat(SimRun.of(scenario, 2).run().traceHash()).isNotEqualTo(once.traceHash());
    }
  }

  @Test
  void theNumberOfNodesCanBeChosen() {
    assertThat(SimRun.of(Scenario.STANDARD, 3).withNodes(3).run().nodes()).isEqualTo(3);
  }
}
