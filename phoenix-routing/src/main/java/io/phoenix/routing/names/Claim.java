package io.phoenix.routing.names;

import io.phoenix.api.VirtualRange;

/**
 * What one node says about a range: that it assumes it, or that it did and has released it.
 *
 * @param range the virtual nodes
 * @param epoch the ownership epoch under which it assumes or assumed them
 * @param released whether it is over; said on, so that the next owner takes a higher epoch
 */
public record Claim(VirtualRange range, long epoch, boolean released) {}
