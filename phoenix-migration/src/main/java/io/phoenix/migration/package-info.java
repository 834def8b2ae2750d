/**
 * Migration: intervals of virtual nodes move between nodes, with the application's state for them,
 * while messages keep coming (paper 001, sections 3.5 and 3.6).
 *
 * <p>{@link io.phoenix.migration.Migration} is what applications use, one for each node; it carries
 * messages, timers and effects between the node and the cores: {@code lock} (who may move a
 * boundary), {@code transfer} (how a range and its state move), {@code goal} (what for). What an
 * application implements is in {@code state}. Sees {@code phoenix-api} only, so it runs over the
 * real overlay and over the simulator alike.
 *
 * <p><b>Invariants.</b> What a node assumes is always one interval. Each virtual node is assumed by
 * at most one node. A node that assumes a virtual node has all of its state. The specification is
 * {@code tla/Migration.tla}.
 *
 * <p><b>Mistakes that were tried</b>, each by itself, and the test that names it (others fail with
 * it):
 *
 * <table>
 *   <caption>Mutations and the tests that catch them</caption>
 *   <tr><th>what was changed</th><th>what fails</th></tr>
 *   <tr><td>line 34 locks a node that is locked</td>
 *     <td>LockCorePaperTest.line34aNodeLockedMeanwhileDoesNotLockItself</td></tr>
 *   <tr><td>line 34 does not look whether all is as intended</td>
 *     <td>LockCorePaperTest.line34aNodeThatIsNotAdjacentAnyMoreIsNotLocked, and two more</td></tr>
 *   <tr><td>line 42 grants a lock that is held</td>
 *     <td>LockCorePaperTest.line42aLockedNodeDoesNotGrantTheSecondLock</td></tr>
 *   <tr><td>line 42 does not compare the interval</td>
 *     <td>LockCorePaperTest.line42aNodeWhoseIntervalHasChangedDoesNotGrantTheSecondLock</td></tr>
 *   <tr><td>line 42 does not look at the order of names</td>
 *     <td>LockCoreDepartureTest.line42theSecondLockIsNotGrantedToAHigherName</td></tr>
 *   <tr><td>line 54 locks a node that is locked</td>
 *     <td>LockCorePaperTest.line54aNodeLockedMeanwhileGivesTheLockBack</td></tr>
 *   <tr><td>line 54 does not look whether all is as intended</td>
 *     <td>LockCorePaperTest.line54theLockOfANodeThatIsNotAdjacentAnyMoreIsGivenBack, and four
 *     more</td></tr>
 *   <tr><td>the source hands over before it has sent all state</td>
 *     <td>SourceTest.stateIsHandedOutAfterTheReleaseAndTheRangeHandedOverAfterAllState</td></tr>
 *   <tr><td>the sink assumes when the first state comes</td>
 *     <td>SinkTest.doesNotAssumeBeforeTheHandoverWhichFollowsAllState</td></tr>
 *   <tr><td>the sink unlocks itself before it assumes</td>
 *     <td>SinkTest.unlocksItselfAndTellsTheSourceOnlyAfterItHasAssumed</td></tr>
 *   <tr><td>the source unlocks itself when it hands over</td>
 *     <td>SourceTest.theSourceDiscardsItsStateAndUnlocksItselfOnlyWhenTheSinkHasAssumed</td></tr>
 *   <tr><td>the source hands no epoch over</td>
 *     <td>SourceTest.stateIsHandedOutAfterTheReleaseAndTheRangeHandedOverAfterAllState</td></tr>
 *   <tr><td>the sink assumes without the epoch</td>
 *     <td>SinkTest.assumesWithTheEpochThatWasHandedOver</td></tr>
 * </table>
 */
@NullMarked
package io.phoenix.migration;

import org.jspecify.annotations.NullMarked;
