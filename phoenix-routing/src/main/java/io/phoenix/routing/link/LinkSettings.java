package io.phoenix.routing.link;

import io.phoenix.api.ResourceName;

/**
 * How a node's links behave, and every bound they keep.
 *
 * @param application what the peer must be part of, too
 * @param spaceSize what the peer must agree on
 * @param self this node's resource name
 * @param helloNs how often a link is tested
 * @param deadNs after how long without a byte a link is given up
 * @param handshakeNs how long a handshake may take
 * @param minBackoffNs the wait before the first attempt to dial again
 * @param maxBackoffNs the longest wait between attempts
 * @param maxHalfOpen how many incoming wires may be without a finished handshake
 * @param maxQueuedBytes how much may wait for a peer that does not read
 */
public record LinkSettings(
    String application,
    long spaceSize,
    long self,
    long helloNs,
    long deadNs,
    long handshakeNs,
    long minBackoffNs,
    long maxBackoffNs,
    int maxHalfOpen,
    long maxQueuedBytes) {

  private static final long MS = 1_000_000;

  /** Checks what would otherwise show much later. */
  public LinkSettings {
    if (!ResourceName.isResourceName(self)) {
      throw new IllegalArgumentException("self=" + self + " must be a resource name, below 0");
    }
    if (helloNs <= 0 || helloNs >= deadNs) {
      throw new IllegalArgumentException(
          "helloNs=" + helloNs + " must be above 0 and below deadNs=" + deadNs);
    }
    if (minBackoffNs <= 0 || minBackoffNs > maxBackoffNs) {
      throw new IllegalArgumentException(
          "minBackoffNs=" + minBackoffNs + " must be in 1..maxBackoffNs=" + maxBackoffNs);
    }
  }

  /** What an application decides; the rest as it is best for most. */
  public static LinkSettings of(
      String application, long spaceSize, long self, long helloNs, long deadNs) {
    return new LinkSettings(
        application,
        spaceSize,
        self,
        helloNs,
        deadNs,
        5_000 * MS,
        50 * MS,
        5_000 * MS,
        64,
        8L << 20);
  }
}
