package io.phoenix.migration.transfer;

import io.phoenix.api.Loop;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.ActionTrace;
import io.phoenix.migration.lock.Attempt;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What transfers see of their node, and ask of it. */
public interface TransferEffects extends ActionTrace {

  /** This node's name. */
  ResourceName self();

  /** What this node assumes; {@code null} if nothing. */
  @Nullable VirtualRange interval();

  /** Whether this node's lock is held by that transaction. */
  boolean isLockedBy(Attempt attempt);

  /** This node's part in a transaction is over. */
  void unlock(Attempt attempt);

  /** See {@link io.phoenix.api.Node#release}. */
  OwnershipToken release(VirtualRange range);

  /** See {@link io.phoenix.api.Node#assume(OwnershipToken)}. */
  void assume(OwnershipToken token);

  /** Sends a message. */
  void send(ResourceName to, TransferMessage message);

  /** Sends a piece of state; returns whether there was room for it. */
  boolean trySendChunk(ResourceName to, byte[] chunk);

  /** Calls back on the loop, after {@code delayNs}; 0 lets other events go first. */
  Loop.Timer after(long delayNs, LongConsumer action);

  /**
   * What a node that asks for virtual nodes is to be given; {@code null} if nothing can be.
   *
   * @param beside what the other node assumes, if anything
   * @param weight how much it wants; {@link Double#NaN} for half
   */
  @Nullable VirtualRange choose(@Nullable VirtualRange beside, double weight);

  /** A transfer is over; if it stayed in doubt, this is called again when that ends. */
  void onMoved(Attempt attempt, Move move, long nowNs);

  /** A transaction of this node ended without a transfer. */
  void onNothingMoved(Attempt attempt, String reason, long nowNs);
}
