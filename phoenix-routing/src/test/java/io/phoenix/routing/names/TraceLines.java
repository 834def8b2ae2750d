package io.phoenix.routing.names;

/** Generations as traces of {@code tla/TraceDeparture.tla} have them: TLC's numbers are small. */
public final class TraceLines {
  /** {@link KeptLine} has the number of a line above this many epochs, the specification 1000. */
  private static final long EPOCHS = KeptLine.epochOf(Long.MAX_VALUE) + 1;

  private TraceLines() {}

  /** A generation of the specification. */
  public static long of(long generation) {
    return generation < 0 ? generation : generation / EPOCHS * 1000 + generation % EPOCHS;
  }

  /** The number of the line in which a keeper holds what a channel of the leaver held. */
  public static long number(long leaver, long generation) {
    return KeptLine.of(0, leaver, generation) / EPOCHS;
  }
}
