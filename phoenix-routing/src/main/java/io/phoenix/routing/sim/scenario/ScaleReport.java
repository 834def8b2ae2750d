package io.phoenix.routing.sim.scenario;

import java.util.Locale;

/**
 * What a large network did.
 *
 * @param nodes how many nodes
 * @param links how many links they held in the end
 * @param seed what the run followed from
 * @param convergedNs virtual time, since the last node joined, until everybody had a way to
 *     everybody and knew all owners
 * @param restBytes bytes sent per node and second when nothing happens
 * @param healedNs virtual time from a cut that both ends notice, for good, until all ways were
 *     mended
 * @param silentHealedNs the same for a link over which nothing passes any more and nobody is told
 * @param churnLinks how many links were cut each second of the churn
 * @param churnBytes bytes sent per node and second meanwhile
 * @param virtualNs how long it took in virtual time
 * @param events how many events there were
 * @param wallNs how long it took
 */
public record ScaleReport(
    int nodes,
    int links,
    long seed,
    long convergedNs,
    double restBytes,
    long healedNs,
    long silentHealedNs,
    int churnLinks,
    double churnBytes,
    long virtualNs,
    long events,
    long wallNs) {

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        """
        %d nodes, %d links, seed %d
          all ways and owners known after      %10.3f s (virtual, since the last node joined)
          a cut link mended everywhere after   %10.3f s (virtual)
          a silent link mended everywhere after%10.3f s (virtual)
          control traffic at rest              %10.0f B/s per node
          control traffic, %4d cuts a second  %10.0f B/s per node
          in all %.1f s of virtual time, %d events, %.1f s of wall time""",
        nodes,
        links,
        seed,
        convergedNs / 1e9,
        healedNs / 1e9,
        silentHealedNs / 1e9,
        restBytes,
        churnLinks,
        churnBytes,
        virtualNs / 1e9,
        events,
        wallNs / 1e9);
  }
}
