package io.phoenix.routing.sim.scenario;

import java.util.List;

/** Seeds that once failed, kept so that what they found does not come back unseen. */
final class RegressionSeeds {

  /**
   * A seed that failed.
   *
   * @param found what it showed
   */
  record Kept(Scenario scenario, long seed, String found) {}

  static final List<Kept> ALL = List.of();

  private RegressionSeeds() {}
}
