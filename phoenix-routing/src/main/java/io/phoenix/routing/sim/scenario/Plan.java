package io.phoenix.routing.sim.scenario;

import io.phoenix.api.NodeConfig;
import java.time.Duration;

/**
 * What a seed draws before anything happens.
 *
 * @param scenario which kind of run
 * @param nodes how many nodes there are
 * @param config what their configurations have in common
 * @param activeNs how long messages are sent and faults happen; then everything is healed
 * @param sendGapNs the mean time between two messages of one node
 * @param moveGapNs the mean time between two moves of virtual nodes
 * @param faultGapNs the mean time between two faults
 * @param maxBytes the size of the largest messages
 * @param messages the most messages that are sent in all
 */
record Plan(
    Scenario scenario,
    int nodes,
    NodeConfig config,
    long activeNs,
    long sendGapNs,
    long moveGapNs,
    long faultGapNs,
    int maxBytes,
    int messages) {
  private static final long MS = 1_000_000;
  private static final long LONGER_THAN_ANY_SPELL_MS = 20_000;
  private static final long[] SPACES = {16, 1000, 1 << 20, NodeConfig.MAX_SPACE};

  static Plan draw(Scenario scenario, int nodes, Chance chance) {
    boolean moves = scenario == Scenario.MOVES;
    int maxBytes = chance.oneIn(3) ? 100_000 : chance.oneIn(2) ? 10_000 : 500;
    Plan plan = drawRest(scenario, nodes, moves, maxBytes, chance);
    // Where it matters who is linked to whom, the links are those of the topology and no others.
    boolean isMeshed = !scenario.needsTopology() && chance.oneIn(2);
    return isMeshed ? plan : plan.withoutMesh();
  }

  private static Plan drawRest(
      Scenario scenario, int nodes, boolean moves, int maxBytes, Chance chance) {
    return new Plan(
        scenario,
        nodes > 0 ? nodes : chance.between(scenario.leastNodes, scenario.mostNodes),
        config(scenario, maxBytes, chance),
        chance.magnitude(2000, 10_000) * MS,
        chance.magnitude(5, 100) * MS,
        (moves ? chance.magnitude(10, 100) : chance.magnitude(100, 1000)) * MS,
        (moves ? 1000 : chance.magnitude(150, 1500)) * MS,
        maxBytes,
        chance.between(100, 800));
  }

  private Plan withoutMesh() {
    return new Plan(
        scenario,
        nodes,
        config.withMeshLinks(0),
        activeNs,
        sendGapNs,
        moveGapNs,
        faultGapNs,
        maxBytes,
        messages);
  }

  private static NodeConfig config(Scenario scenario, int maxBytes, Chance chance) {
    long helloMs = chance.magnitude(50, 500);
    long deadMs = helloMs * chance.between(3, 6);
    // Elsewhere only nodes that have really crashed are given up: no spell of faults lasts so long.
    long forgetMs =
        scenario.forgetsTheLiving()
            ? chance.between(1, 2) * deadMs
            : scenario.mayLose()
                ? Math.max(LONGER_THAN_ANY_SPELL_MS, 40 * deadMs)
                : Duration.ofHours(1).toMillis();
    long space = SPACES[chance.between(0, SPACES.length - 1)];
    long leaveMs = chance.magnitude(500, 5000);
    long bufferBytes = chance.magnitude((16 << 10) + 2 * maxBytes, 4 << 20);
    return NodeConfig.of("sim", space)
        .withHelloInterval(Duration.ofMillis(helloMs))
        .withDeadAfter(Duration.ofMillis(deadMs))
        .withForgetAfter(Duration.ofMillis(forgetMs))
        .withLeaveTimeout(Duration.ofMillis(leaveMs))
        .withMaxPayloadBytes(1 << 20)
        .withSendBufferBytes(bufferBytes)
        .withAwayBufferBytes(bufferBytes)
        .withMailboxBytes(chance.magnitude(16 << 10, 4 << 20));
  }

  long deadNs() {
    return config.deadAfter().toNanos();
  }

  long forgetNs() {
    return config.forgetAfter().toNanos();
  }
}
