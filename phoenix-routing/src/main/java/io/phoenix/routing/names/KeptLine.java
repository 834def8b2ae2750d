package io.phoenix.routing.names;

/**
 * The lines in which a keeper holds what leavers gave to it: one for each channel that a leaver
 * had, which may be a line itself. If what came in many lines were held in one, something that must
 * wait would hold up what it waits for.
 *
 * <p>A line stands where an epoch does, as the generation of a channel and as the epoch to which a
 * message was resolved: an epoch, with the line's number above it. The number is drawn from the
 * name of the leaver and the generation of its channel. Should two lines of an epoch have the same
 * one, they are one line: order is kept, and only the wait may be longer.
 */
final class KeptLine {
  /** Enough for all epochs that {@code Notary.highestEpoch} allows until the year 2100. */
  private static final int EPOCH_BITS = 42;

  private static final long EPOCH_MASK = (1L << EPOCH_BITS) - 1;
  private static final int MOST_NUMBER = (1 << (Long.SIZE - 1 - EPOCH_BITS)) - 1;

  private KeptLine() {}

  /** The line at {@code epoch} in which a keeper holds what a channel of {@code leaver} held. */
  static long of(long epoch, long leaver, long generation) {
    long mixed = (leaver ^ Long.rotateLeft(generation, 32)) * 0x9E3779B97F4A7C15L;
    long number = 1 + Long.remainderUnsigned(mixed >>> 32, MOST_NUMBER);
    return number << EPOCH_BITS | epoch;
  }

  /** The epoch of a generation, be it that of a line or not. */
  static long epochOf(long generation) {
    return Math.abs(generation) & EPOCH_MASK;
  }

  /** Whether the channel of one generation stands before that of another: by epoch, then number. */
  static boolean isBefore(long generation, long than) {
    long epoch = epochOf(generation);
    return epoch < epochOf(than) || (epoch == epochOf(than) && generation < than);
  }
}
