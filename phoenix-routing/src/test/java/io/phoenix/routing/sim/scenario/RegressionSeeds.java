package io.phoenix.routing.sim.scenario;

import static io.phoenix.routing.sim.scenario.Scenario.CRASHES;
import static io.phoenix.routing.sim.scenario.Scenario.LEAVES;
import static io.phoenix.routing.sim.scenario.Scenario.MOVES;
import static io.phoenix.routing.sim.scenario.Scenario.ROUTES;
import static io.phoenix.routing.sim.scenario.Scenario.STANDARD;

import java.util.List;

/**
 * Seeds that once failed, kept so that what they found does not come back unseen. A change of the
 * scenarios gives every seed another story: then look for new ones with the fault put back in.
 */
final class RegressionSeeds {

  /**
   * A seed that failed.
   *
   * @param found what it showed
   */
  record Kept(Scenario scenario, long seed, String found) {}

  static final List<Kept> ALL =
      List.of(
          // Tried on purpose: each of these must be noticed.
          new Kept(ROUTES, 5, "a loop, with the feasibility condition off"),
          new Kept(STANDARD, 2, "messages lost with a link, with resending off"),
          new Kept(MOVES, 17, "messages that overtake others when owners change, with fences off"),
          new Kept(STANDARD, 6, "messages delivered twice, with the filter of duplicates off"),
          // Met in earnest.
          new Kept(STANDARD, 10, "a way through a node that returned under another name was lost"),
          new Kept(STANDARD, 30, "old news of one's own former name were believed"),
          new Kept(LEAVES, 27, "a way was not followed to the latest of several names"),
          new Kept(LEAVES, 59, "mail to a node overtook what its former self had in doubt"),
          new Kept(LEAVES, 171, "mail went out before all former selves were settled"),
          new Kept(LEAVES, 331, "a token waited for ever behind a way that nobody closed"),
          new Kept(LEAVES, 435, "what a leaver had not accepted went behind what was sent later"),
          new Kept(CRASHES, 15, "fences waited for ever for a node that crashed unseen"),
          new Kept(CRASHES, 575, "a node that routing never knew was never given up"));

  private RegressionSeeds() {}
}
