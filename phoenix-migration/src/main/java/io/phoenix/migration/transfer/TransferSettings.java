package io.phoenix.migration.transfer;

/**
 * Bounds of a transfer.
 *
 * @param chunkBytes how long a piece of state should be
 * @param windowBytes how much state may be under way, sent and not yet taken in
 * @param freezeBytes a live range is released when no more than this is left to hand out
 * @param maxRounds a live range is released, too, when this many times its state has been sent: it
 *     changes faster than it can be copied
 * @param askNs how long a source in doubt waits before it first asks the sink
 */
public record TransferSettings(
    int chunkBytes, long windowBytes, long freezeBytes, int maxRounds, long askNs) {

  /** Checks that each bound leaves room for something. */
  public TransferSettings {
    if (chunkBytes < 1 || windowBytes < chunkBytes || freezeBytes < 0 || maxRounds < 1) {
      throw new IllegalArgumentException(
          "chunkBytes=%d and maxRounds=%d must be above 0, windowBytes=%d at least chunkBytes"
              .formatted(chunkBytes, maxRounds, windowBytes));
    }
  }

  /** Chunks of 128 KiB, 2 MiB under way. */
  public static TransferSettings defaults() {
    return new TransferSettings(128 << 10, 2 << 20, 64 << 10, 4, 1_000_000_000L);
  }
}
