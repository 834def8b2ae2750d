package io.phoenix.routing.dsdv;

import org.junit.jupiter.api.Test;

class DsdvSimTest {
  private static final int SEEDS = Integer.getInteger("phoenix.dsdv.seeds", 1_000);
  private static final long FIRST = Long.getLong("phoenix.dsdv.seed", 1);

  @Test
  void neverLoopsAndSettlesOnShortRoutes() {
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      try {
        new DsdvScenario(seed, Feasibility.STRICT).run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "replay with -Dphoenix.dsdv.seeds=1 -Dphoenix.dsdv.seed=" + seed, e);
      }
    }
  }
}
