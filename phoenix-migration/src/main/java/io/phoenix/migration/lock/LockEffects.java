package io.phoenix.migration.lock;

import io.phoenix.api.VirtualRange;
import org.jspecify.annotations.Nullable;

/** What the locking protocol sees of its node, and asks of it. */
public interface LockEffects extends ActionTrace {

  /** The interval {@code I} that this node assumes; {@code null} if it assumes nothing. */
  @Nullable VirtualRange interval();

  /** What this node tells of itself with its lock. */
  Standing standing();

  /** Sends a message to a virtual node or to a node by its name. */
  void send(long name, LockMessage message);

  /** The attempt is over, and nothing is locked by it. */
  void onAttemptFailed(Attempt attempt, String reason, long nowNs);

  /** Both locks are this node's (lines 56 and 62): the transaction begins. */
  void onLocked(Transaction transaction, long nowNs);
}
