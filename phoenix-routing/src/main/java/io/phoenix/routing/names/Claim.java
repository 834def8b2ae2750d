package io.phoenix.routing.names;

import io.phoenix.api.VirtualRange;
import org.jspecify.annotations.Nullable;

/**
 * What one node says about a range: that it assumes it, or that it did and has released it.
 *
 * @param range the virtual nodes
 * @param epoch the ownership epoch under which it assumes or assumed them
 * @param released whether it is over; said on, so that the next owner takes a higher epoch
 * @param takenFrom the tenure that the node took over: when it assumed the range, it had heard of
 *     this owner's claim and of no release. {@code null} if the range was free or handed over.
 */
public record Claim(VirtualRange range, long epoch, boolean released, @Nullable Tenure takenFrom) {
  /**
   * The epoch of the first owner. The one below is nobody's: what waits for a first owner is kept
   * at it (see {@code Keeping}), so that it goes on to a higher one, as all messages do.
   */
  public static final long FIRST_EPOCH = 2;

  /** A claim to a range that was free or handed over. */
  public Claim(VirtualRange range, long epoch, boolean released) {
    this(range, epoch, released, null);
  }

  /** The same claim to a part of the range. */
  public Claim within(VirtualRange part) {
    return new Claim(part, epoch, released, takenFrom);
  }
}
