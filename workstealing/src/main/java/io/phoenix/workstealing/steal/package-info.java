/**
 * Stealing: how work moves between the workers of a node and between nodes, and how results come
 * back (paper 003, sections 3 and 4).
 *
 * <p>{@link io.phoenix.workstealing.steal.Site} is one node's part in one job. Each task that was
 * stolen is the root of a {@code Subcomputation}, which lives at a virtual node of the thief. The
 * victim keeps a record of it, by which its result is taken, once. {@link
 * io.phoenix.workstealing.steal.Worker} runs subcomputations; {@code Crew} knows who runs what and
 * who is asked for work; {@code Thief} asks other nodes. Driven by {@code runtime}. Imports {@code
 * task}, {@code policy}, {@code monitor} and {@code codec}. No clock, no thread, no network; a
 * lock, since workers and the node's loop both call in.
 *
 * <p><b>Invariants.</b> For each record there is exactly one of: an answer on its way, a
 * subcomputation somewhere, a result on its way. A subcomputation is where its virtual node is,
 * also after migrations, and messages about it are sent there. Whoever gets an answer takes the
 * work, whether or not it had asked: so a steal is never in doubt, even if the thief has left
 * since.
 *
 * <p><b>Departs from paper 003</b>, section 4, where a migrated subcomputation tells its victim and
 * its thieves its new address: here the overlay knows who assumes a virtual node.
 *
 * <p><b>Mistakes that were tried</b>, each by itself, and the test that names it (others fail with
 * some):
 *
 * <table>
 *   <caption>Mutations and the tests that catch them</caption>
 *   <tr><th>what was changed</th><th>what fails</th></tr>
 *   <tr><td>a request that is not answered is not sent again</td>
 *     <td>SiteTest.answerThatGotLostIsGivenAgainWhenTheRequestIsSentAgain</td></tr>
 *   <tr><td>a request that is sent again is given other work</td>
 *     <td>SiteTest.answerThatGotLostIsGivenAgainWhenTheRequestIsSentAgain</td></tr>
 *   <tr><td>work that is answered twice is done twice</td>
 *     <td>SiteTest.answerThatGotLostIsGivenAgainWhenTheRequestIsSentAgain</td></tr>
 *   <tr><td>a record outlives its result</td>
 *     <td>SiteTest.resultThatIsDeliveredTwiceIsTakenOnce</td></tr>
 *   <tr><td>an answer that is given again goes to where the thief is now</td>
 *     <td>SiteTest.answerThatIsGivenAgainGoesWhereTheFirstOneWentThoughTheThiefHasMoved</td></tr>
 *   <tr><td>only a thief that has asked takes an answer</td>
 *     <td>SiteTest.answerToAThiefThatHasLeftIsTakenByItsHeir, LeaveInAStealSimTest</td></tr>
 *   <tr><td>a subcomputation moves without its records</td>
 *     <td>SubcomputationCodecTest, LeaveInAStealSimTest</td></tr>
 *   <tr><td>records are not found where they have moved to</td>
 *     <td>LeaveInAStealSimTest</td></tr>
 *   <tr><td>what moves also stays</td>
 *     <td>LeaveInAStealSimTest</td></tr>
 *   <tr><td>what a worker runs is moved before it looks up</td>
 *     <td>StealingSimTest, seed 2628</td></tr>
 *   <tr><td>what colleagues share while all is about to move lives nowhere</td>
 *     <td>SiteTest.workThatColleaguesAskForWhileAllIsAboutToMoveMovesAlong,
 *     ColleaguesTest.nothingStaysBehindThatAColleagueIsGivenWhileAllMoves</td></tr>
 *   <tr><td>work that comes before its job is dropped if too many messages do</td>
 *     <td>MembershipSimTest.workThatComesBeforeTheJobIsKeptThoughThereAreTooManyRequests</td></tr>
 *   <tr><td>messages that came before the job stay when their virtual node moves</td>
 *     <td>StealingSimTest, seed 2628</td></tr>
 *   <tr><td>the clearinghouse moves without those that it waits for</td>
 *     <td>ClearinghouseTest.clearinghouseMovesInTheMiddleOfAJob,
 *     StealingTest.clearinghouseMovesInTheMiddleOfAJob</td></tr>
 *   <tr><td>a clearinghouse that has moved away goes on speaking</td>
 *     <td>ClearinghouseTest.clearinghouseMovesInTheMiddleOfAJob</td></tr>
 *   <tr><td>a clearinghouse that has moved here sets no timers</td>
 *     <td>MembershipSimTest.submitterHearsOfProgressAfterTheClearinghouseHasMoved</td></tr>
 *   <tr><td>the clearinghouse stays when virtual node 0 moves</td>
 *     <td>StealingTest.clearinghouseMovesInTheMiddleOfAJob, LeaveInAStealSimTest,
 *     ForgottenSimTest</td></tr>
 *   <tr><td>a leaver whose last word is under way is not waited for</td>
 *     <td>ClearinghouseTest.whatALeaverDidCountsThoughItIsKnownToBeGoneBeforeItsLastWordArrives
 *     </td></tr>
 *   <tr><td>a node runs work of a job before the clearinghouse counts on it</td>
 *     <td>ForgottenSimTest.nodeThatIsNotToldOfAJobRunsNothingOfItAndAsksUntilItIs</td></tr>
 *   <tr><td>a notice for an earlier visit of the node is heeded</td>
 *     <td>MembershipSimTest.beginThatWasForAnEarlierVisitIsNotHeeded</td></tr>
 *   <tr><td>a node says only once that it takes part</td>
 *     <td>ForgottenSimTest.nodeThatIsNotToldOfAJobRunsNothingOfItAndAsksUntilItIs,
 *     MembershipSimTest.nodeThatWasForgottenTakesPartInTheNextJobByItself</td></tr>
 *   <tr><td>a node that is not answered says so just as often; or one that is answered, less</td>
 *     <td>MembershipSimTest.nodeRemindsTheClearinghouseButLessAndLessWhileItIsNotAnswered</td></tr>
 *   <tr><td>a node goes on with a job before the latest</td>
 *     <td>MembershipSimTest.nodeThatWasForgottenDuringAJobHearsThatItIsOver</td></tr>
 *   <tr><td>what has moved to its victim is not counted as synchronised</td>
 *     <td>SiteTest.tasksAndSynchronizationsAreCountedOnceThoughWhatWasStolenMovesToItsVictim
 *     </td></tr>
 *   <tr><td>a result that is only handed on counts</td>
 *     <td>LeaveInAStealSimTest, StealingSimTest</td></tr>
 *   <tr><td>a leaver counts when its worker comes out of a long task</td>
 *     <td>StealingTest.nodeLeavesInTheMiddleOfALongTaskWhichIsRunAgainElsewhere</td></tr>
 *   <tr><td>a worker that has found work meanwhile is made to run what a colleague gives it</td>
 *     <td>ColleaguesTest.workerThatFoundWorkWhileAColleagueTookSomeOutForItDoesBoth</td></tr>
 *   <tr><td>tasks are taken out of what was aborted meanwhile</td>
 *     <td>ColleaguesTest.taskThatIsTakenOutOfWhatIsAbortedMeanwhileIsDropped</td></tr>
 *   <tr><td>a node that comes back uses names again</td>
 *     <td>ColleaguesTest.nodeThatComesBackUsesNoNameAgainAndItsNewsAreNewer,
 *     StealingSimTest.nodesThatLeaveComeBack</td></tr>
 *   <tr><td>a policy that throws ends the worker</td>
 *     <td>ColleaguesTest.policyThatThrowsFailsTheJobAndTheWorkerGoesOn</td></tr>
 * </table>
 */
@NullMarked
package io.phoenix.workstealing.steal;

import org.jspecify.annotations.NullMarked;
