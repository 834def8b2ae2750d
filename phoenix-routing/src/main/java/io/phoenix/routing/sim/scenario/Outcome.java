package io.phoenix.routing.sim.scenario;

/**
 * What happened in a run that went well.
 *
 * @param scenario which kind it was
 * @param seed what it followed from
 * @param nodes how many nodes there were
 * @param virtualNs how long it took in virtual time, and …
 * @param healedNs … how much of that after the last fault until all was at rest
 * @param events how many events there were
 * @param sent messages accepted for sending
 * @param delivered messages delivered
 * @param moves how often ownership moved
 * @param faults how many faults there were
 * @param traceHash equal for equal runs
 */
public record Outcome(
    Scenario scenario,
    long seed,
    int nodes,
    long virtualNs,
    long healedNs,
    long events,
    long sent,
    long delivered,
    int moves,
    int faults,
    long traceHash) {

  @Override
  public String toString() {
    return "seed %d, %s: %d nodes, %d messages sent, %d delivered, %d moves, %d faults, "
            .formatted(seed, scenario, nodes, sent, delivered, moves, faults)
        + "at rest %.1f s after healing, %.1f s in all, %d events, trace %016x"
            .formatted(healedNs / 1e9, virtualNs / 1e9, events, traceHash);
  }
}
