package io.phoenix.apps.soak;

import io.phoenix.api.NodeConfig;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a soak is to be like.
 *
 * @param duration how long things happen; then it ends by itself
 * @param nodes how many nodes there are, as a rule
 * @param perSecond how many messages each of them sends in a second
 * @param seed what the schedule of events is drawn from
 * @param directory for journals and logs
 * @param flaw of the first node
 */
record SoakSettings(
    Duration duration, int nodes, double perSecond, long seed, Path directory, Flaw flaw) {
  /** The virtual nodes. Few, so that each stream is dense: a loss shows soon. */
  static final int SPACE = 64;

  /** Nodes that stay from the beginning to the end, whose memory is watched. */
  private static final int VETERANS = 3;

  /** Places for nodes beyond their number: who returns does so at another address, mostly. */
  private static final int SPARE = 3;

  private static final long BUFFER_BYTES = 16 << 20;

  int veterans() {
    return Math.min(VETERANS, nodes - 2);
  }

  /** How many addresses there are. */
  int places() {
    return nodes + SPARE;
  }

  /** The settings of all nodes, but for where they are. */
  static NodeConfig nodeConfig() {
    return NodeConfig.of("soak", SPACE)
        .withHelloInterval(Duration.ofMillis(500))
        .withDeadAfter(Duration.ofSeconds(3))
        .withSendBufferBytes(BUFFER_BYTES)
        .withAwayBufferBytes(BUFFER_BYTES)
        .withMailboxBytes(BUFFER_BYTES);
  }
}
