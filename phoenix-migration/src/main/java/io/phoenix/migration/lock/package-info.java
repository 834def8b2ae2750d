/**
 * Two locks, so that two neighbours and nobody else may move the boundary between them (paper 001,
 * section 3.5, Figures 1 to 3).
 *
 * <p>{@link io.phoenix.migration.lock.LockCore} is the protocol: a plain object driven by {@code
 * Migration}, which owns the node. {@link io.phoenix.migration.lock.LockMessage} is its table of
 * contents. Imports {@code phoenix-api} only; reads no clock and sends nothing itself.
 *
 * <p><b>Invariants</b> (checked in {@code tla/Migration.tla}, where the actions have the names of
 * the methods here). A node's lock has at most one holder. A lock granted to an attempt is, at each
 * moment, in exactly one place: in the grant under way to the attempt's node, in that node's
 * transaction, or in the cleanup under way back. With both locks held, the interval of the other
 * node is the one it told, and adjacent to this node's as intended.
 *
 * <p><b>Departures from the figures</b>, each marked in the code:
 *
 * <ul>
 *   <li>Attempts are numbered, and every message carries the number. While every message arrives
 *       and nobody crashes, the numbers change nothing; they make it safe to stop waiting for a
 *       node that may be dead: an answer that comes after that is told by its number, and a lock
 *       that it carries is given back.
 *   <li>Line 36: {@code lock2} goes to a virtual node of the interval, not to the name of its
 *       owner, who may have left meanwhile; then the sender, having locked itself, would wait for
 *       ever. Line 42 therefore checks the order of names again.
 *   <li>Line 64: {@code cleanup} does not end an attempt of the node that granted the lock. As
 *       printed, a node would have several attempts out at once, and a lock could be orphaned.
 *   <li>A holder that is gone holds nothing any more.
 * </ul>
 */
@NullMarked
package io.phoenix.migration.lock;

import org.jspecify.annotations.NullMarked;
