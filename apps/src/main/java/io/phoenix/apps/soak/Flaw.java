package io.phoenix.apps.soak;

/** A flaw of the first node, to see that the soak notices it. */
enum Flaw {
  /** It does what it should. */
  NONE,
  /** One message that it receives is not in its journal, as if it had been lost. */
  LOSE,
  /** One message is in its journal twice. */
  DOUBLE;

  private static final int WHEN = 200;

  /** How often the message that came as number {@code count} goes into the journal. */
  int copies(long count) {
    return count != WHEN || this == NONE ? 1 : this == LOSE ? 0 : 2;
  }
}
