package io.phoenix.routing.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.routing.sim.SimFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Many seeds of all scenarios, some the same in every build and some that nobody has tried. {@code
 * -Dsim.seeds=N} and {@code -Dsim.fresh=N} say how many of each, {@code -Dsim.first=N} and {@code
 * -Dsim.freshFirst=N} from where.
 */
class SimTest {
  private static final int SEEDS = Integer.getInteger("sim.seeds", 600);
  private static final int FRESH = Integer.getInteger("sim.fresh", 400);
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
    demandAll(FIRST, SEEDS, Set.of());
  }

  /** Without {@code TURMOIL}, of which three seeds in a thousand fail: 5045, 5231, 5557. */
  @Test
  void promisesHoldForSeedsThatNobodyHasTried() throws Exception {
    long drawn = new SplittableRandom().nextLong(1_000_000, 1_000_000_000_000L);
    long first = Long.getLong("sim.freshFirst", drawn);
    System.out.printf(
        "fresh seeds: all again by scripts/phoenix sim --seed %d --seeds %d%n", first, FRESH);
    demandAll(first, FRESH, Set.of(Scenario.TURMOIL));
  }

  private static void demandAll(long first, int count, Set<Scenario> without) throws Exception {
    var failures = new ConcurrentSkipListMap<Long, SimFailure>();
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (long seed = first; seed < first + count; seed++) {
        long s = seed;
        if (without.contains(Scenario.of(s))) {
          continue;
        }
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
      SimFailure earliest = failures.firstEntry().getValue();
      throw new AssertionError(
          "%d of %d seeds failed: %s%nthe first of them:%n%s"
              .formatted(failures.size(), count, failures.keySet(), earliest.getMessage()),
          earliest);
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
    for (Scenario scenario : drawnBySeeds()) {
      Outcome once = SimRun.of(scenario, 1).run();
      assertThat(SimRun.of(scenario, 1).run()).isEqualTo(once);
      assertThat(SimRun.of(scenario, 2).run().traceHash()).isNotEqualTo(once.traceHash());
    }
  }

  private static Set<Scenario> drawnBySeeds() {
    return LongStream.range(0, 100).mapToObj(Scenario::of).collect(Collectors.toSet());
  }

  @Test
  void theNumberOfNodesCanBeChosen() {
    assertThat(SimRun.of(Scenario.STANDARD, 3).withNodes(3).run().nodes()).isEqualTo(3);
  }
}
