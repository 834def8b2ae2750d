package io.phoenix.migration.story;

import io.phoenix.migration.state.MigratingState;

/**
 * State that a story can test: for each virtual node it remembers the number of the last message
 * from each sender. In a story these numbers come as 1, 2, 3 …, so that a message that is lost,
 * repeated, out of order, or handled where its state is not, shows at once.
 */
public interface Subject extends MigratingState {

  /** Remembers {@code number} as the last one from {@code sender} to virtual node {@code v}. */
  void remember(long v, long sender, long number);

  /** What was remembered last; 0 if nothing. */
  long last(long v, long sender);
}
