package io.phoenix.routing.sim.scenario;

import static io.phoenix.routing.sim.scenario.Scenario.DEPARTURES;
import static io.phoenix.routing.sim.scenario.Scenario.LEAVES;
import static io.phoenix.routing.sim.scenario.Scenario.MOVES;
import static io.phoenix.routing.sim.scenario.Scenario.ROUTES;
import static io.phoenix.routing.sim.scenario.Scenario.STANDARD;
import static io.phoenix.routing.sim.scenario.Scenario.TURMOIL;

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
          new Kept(ROUTES, 1, "a loop, with the feasibility condition off"),
          new Kept(STANDARD, 4, "messages lost with a link, with resending off"),
          new Kept(MOVES, 1, "messages that overtake others when owners change, with fences off"),
          new Kept(ROUTES, 5, "messages delivered twice, with the filter of duplicates off"),
          // Met in earnest.
          new Kept(STANDARD, 248, "a way through a node that returned under another name was lost"),
          new Kept(STANDARD, 70, "old news of one's own former name were believed"),
          new Kept(LEAVES, 1, "mail to a node overtook what its former self had in doubt"),
          new Kept(LEAVES, 26, "a token waited for ever behind a way that nobody closed"),
          new Kept(LEAVES, 2, "what a leaver had not accepted went behind what was sent later"),
          new Kept(LEAVES, 621, "what found an owner while a leaver said its last word was lost"),
          new Kept(LEAVES, 2629, "what one that returned had brought along was handed back"),
          new Kept(
              LEAVES, 202819, "one that left told what it had taken, but not from a former self"),
          new Kept(LEAVES, 300216, "the same, with two nodes"),
          new Kept(DEPARTURES, 2159, "an owner that routing never knew was never given up"),
          new Kept(DEPARTURES, 1144, "messages were kept above the epoch of their first owner"),
          new Kept(TURMOIL, 1164, "a keeper waited for what stood behind the wait"),
          new Kept(DEPARTURES, 2264, "the same, until a node was given up, and out of order then"),
          new Kept(TURMOIL, 2134, "messages were given away before those that a cut held up"),
          new Kept(DEPARTURES, 1067, "the same, with three nodes"),
          new Kept(DEPARTURES, 3170, "a piece that was split as it went on stayed where it was"),
          new Kept(DEPARTURES, 3273, "mail waited for ever for a node that routing never knew"),
          new Kept(DEPARTURES, 4363, "what was given on came behind what had to wait for it"),
          new Kept(
              DEPARTURES, 4338, "mail was given away before what was sent to a node that left"),
          new Kept(DEPARTURES, 305581672312L, "a line waited for itself after its keeper returned"),
          new Kept(TURMOIL, 3101, "a claim was lost to one that had left, by a route of yesterday"),
          new Kept(TURMOIL, 3290, "what came back in one lane set off what waited in another"));

  private RegressionSeeds() {}
}
