package io.phoenix.migration;

import io.phoenix.migration.transfer.Move;
import io.phoenix.migration.transfer.Progress;

/** Hears, on the node's loop, of what moves. */
public interface MigrationListener {

  /** A piece of state has been sent or taken in. */
  default void onProgress(Progress progress) {}

  /** A transfer that this node took part in is over, or in doubt. */
  default void onMoved(Move move) {}
}
