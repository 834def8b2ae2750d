/**
 * The transfer: between two nodes whose locks are held by one transaction, a range moves with its
 * state (paper 001, section 3.5, "after a node grabs the lock of itself and another node").
 *
 * <p>{@link io.phoenix.migration.transfer.Transfers} takes the messages of a node and knows the one
 * transfer that it may be part of; {@link io.phoenix.migration.transfer.Source} releases the range
 * and streams the state, {@link io.phoenix.migration.transfer.Sink} takes it in and assumes the
 * range; {@link io.phoenix.migration.transfer.Doubts} keeps what ended in doubt. Driven by {@code
 * Migration}; imports {@code lock}, {@code state} and {@code phoenix-api}. Cores: no clock, no
 * thread.
 *
 * <p><b>Invariants</b> (in {@code tla/Migration.tla}). The sink assumes only on {@code handover},
 * which follows all state in the same ordered lane. The source assumes again only if it has not
 * sent {@code handover}, or was told that the sink did not assume. So there are never two owners.
 * Either node unlocks itself only when it knows where the range is, or that it cannot know: unlock
 * does not overtake the interval.
 *
 * <p><b>What a crash can lose</b>, by the last step that was done:
 *
 * <table>
 * <caption>Where the range is after a crash</caption>
 * <tr><th>last step<th>source crashes<th>sink crashes
 * <tr><td>locks, offer, chunks ahead<td>range and state die with the source, as without a migration
 *   <td>source keeps the range
 * <tr><td>release, last chunks<td>the same; messages meanwhile wait at their senders
 *   <td>source assumes again
 * <tr><td>handover sent<td>if it left the source, the sink assumes; if not, as above
 *   <td>in doubt: the source keeps state and token, and assumes nothing until the sink is back, an
 *   owner is heard of, or a person who knows that the sink is dead reclaims the range
 * <tr><td>assumed<td>the sink owns the range<td>range and state die with the sink
 * </table>
 *
 * <p>A node that is told to leave in the middle counts as one that crashed; one that is cut off for
 * longer than it is waited for, too, but when it is back the two find out where the range is. In
 * every case the survivor's lock is free. {@code LostPeerSimTest} lets either node disappear after
 * each message of the protocol, in each of these ways.
 */
@NullMarked
package io.phoenix.migration.transfer;

import org.jspecify.annotations.NullMarked;
