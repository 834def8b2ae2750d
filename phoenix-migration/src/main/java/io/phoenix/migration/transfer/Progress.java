package io.phoenix.migration.transfer;

import io.phoenix.api.VirtualRange;

/**
 * How far a transfer has come.
 *
 * @param range what is moving
 * @param movedBytes how much of its state has been sent, or taken in
 * @param remainingBytes about how much is left, as far as this node knows
 * @param giving whether it moves away from this node
 */
public record Progress(VirtualRange range, long movedBytes, long remainingBytes, boolean giving) {}
