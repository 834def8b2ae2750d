package io.phoenix.migration.goal;

import static io.phoenix.migration.goal.FakeMember.ATTEMPT_NS;
import static io.phoenix.migration.goal.FakeMember.MAX_REST_NS;
import static io.phoenix.migration.goal.FakeMember.PROBE_NS;
import static io.phoenix.migration.goal.FakeMember.REST_NS;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.LockMessage.Cleanup;
import io.phoenix.migration.lock.LockMessage.CleanupAck;
import io.phoenix.migration.lock.LockMessage.Fail1;
import io.phoenix.migration.lock.LockMessage.Ok1;
import io.phoenix.migration.lock.LockMessage.Query;
import io.phoenix.migration.lock.Standing;
import io.phoenix.migration.transfer.Move;
import io.phoenix.migration.transfer.TransferMessage.Assumed;
import io.phoenix.migration.transfer.TransferMessage.Declined;
import io.phoenix.migration.transfer.TransferMessage.Handover;
import io.phoenix.migration.transfer.TransferMessage.Nothing;
import io.phoenix.migration.transfer.TransferMessage.Offer;
import io.phoenix.migration.transfer.TransferMessage.Take;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** How one goal is followed: ask, choose, lock, move, rest, and again; see PursuitEndTest. */
class PursuitTest {
  static final ResourceName PEER = new ResourceName(-30);
  static final VirtualRange MINE = VirtualRange.of(20, 60);
  static final VirtualRange BELOW = VirtualRange.of(0, 20);
  static final VirtualRange ABOVE = VirtualRange.of(60, 100);
  private static final VirtualRange GIVEN = VirtualRange.of(80, 100);

  private final FakeMember newcomer = new FakeMember(-20, null);
  private final FakeMember owner = new FakeMember(-20, MINE);

  static Load load(VirtualRange interval) {
    return new Load(PEER, interval, new Standing(interval.size(), false));
  }

  static Pursuit join(FakeMember member) {
    Pursuit pursuit = member.goals.join(member.reports::add, member.nowNs);
    member.run();
    return pursuit;
  }

  static Pursuit leave(FakeMember member) {
    Pursuit pursuit = member.goals.leave(member.reports::add, member.nowNs);
    member.run();
    return pursuit;
  }

  static Pursuit balance(FakeMember member) {
    Pursuit pursuit = member.goals.balance(member.reports::add, member.nowNs);
    member.run();
    return pursuit;
  }

  static Attempt attempt(FakeMember member) {
    return Objects.requireNonNull(member.lock.attempt(), "no attempt is out");
  }

  private void askedAll() {
    newcomer.answer(load(ABOVE), load(ABOVE), load(ABOVE));
  }

  static void refused(FakeMember member) {
    member.lock.onFail1(PEER, new Fail1(attempt(member)), member.nowNs);
    member.run();
  }

  static Attempt locked(FakeMember member, VirtualRange other) {
    Attempt attempt = attempt(member);
    var standing = new Standing(other.size(), false);
    member.lock.onOk1(PEER, new Ok1(attempt, other, standing), member.nowNs);
    member.run();
    return attempt;
  }

  static void offered(FakeMember member, Attempt attempt) {
    member.transfers.onOffer(PEER, new Offer(attempt, GIVEN), member.nowNs);
    member.run();
  }

  private static void handedOver(FakeMember member, Attempt attempt) {
    var token = new OwnershipToken(GIVEN, 7);
    member.transfers.onHandover(PEER, new Handover(attempt, token), member.nowNs);
    member.run();
  }

  static void assumed(FakeMember member, Attempt attempt) {
    member.transfers.onAssumed(PEER, new Assumed(attempt), member.nowNs);
    member.run();
  }

  static void cancel(FakeMember member, Pursuit pursuit) {
    member.goals.cancel(pursuit, "cancelled", member.nowNs);
    member.run();
  }

  static void assertNotDone(FakeMember member, String reason) {
    assertThat(member.report().reached()).isFalse();
    assertThat(member.report().reason()).contains(reason);
    assertThat(member.isAtRest()).as("nothing is left locked").isTrue();
  }

  // ── from the beginning to the end ───────────────────────────────────────────────────────────

  @Test
  void aJoinAsksAroundLocksTheHeaviestAndIsGivenHalf() {
    join(newcomer);
    assertThat(newcomer.probes).hasSize(3);
    newcomer.answer(load(BELOW), load(ABOVE));
    assertThat(newcomer.news()).as("one has not answered yet").isEmpty();
    newcomer.answer(load(BELOW));
    assertThat(newcomer.news()).containsExactly(new Query(attempt(newcomer)));

    Attempt attempt = locked(newcomer, ABOVE);
    assertThat(newcomer.news()).containsExactly(new Take(attempt, null, Double.NaN));
    offered(newcomer, attempt);
    assertThat(newcomer.reports).isEmpty();
    handedOver(newcomer, attempt);

    assertThat(newcomer.report().reached()).isTrue();
    assertThat(newcomer.report().attempts()).isEqualTo(1);
    assertThat(newcomer.report().moves()).extracting(Move::range).containsExactly(GIVEN);
    assertThat(newcomer.interval).isEqualTo(GIVEN);
    assertThat(newcomer.isAtRest()).isTrue();
  }

  @Test
  void aLeaveGivesEverythingToANeighbour() {
    leave(owner);
    assertThat(owner.probes).containsExactly(19L, 60L);
    owner.answer(load(BELOW), load(ABOVE));
    Attempt attempt = locked(owner, BELOW);
    assertThat(owner.news()).contains(new Offer(attempt, MINE));
    assertThat(owner.interval).as("released").isNull();
    assertThat(owner.reports).as("it is not known to have arrived").isEmpty();
    assumed(owner, attempt);

    assertThat(owner.report().reached()).isTrue();
    assertThat(owner.report().toString()).contains("leave done", "[20, 60) moved", "~");
  }

  @Test
  void aBalanceShiftsOneBoundaryThenTheOtherUntilNobodyDiffers() {
    balance(owner);
    owner.answer(load(BELOW), load(VirtualRange.of(60, 64)));
    Attempt first = locked(owner, VirtualRange.of(60, 64));
    assertThat(owner.news()).contains(new Offer(first, VirtualRange.of(42, 60)));
    assumed(owner, first);
    assertThat(owner.reports).as("the other side is looked at, too").isEmpty();
    owner.answer(load(BELOW), load(VirtualRange.of(42, 64)));

    assertThat(owner.report().reached()).isTrue();
    assertThat(owner.report().moves()).hasSize(1);
    assertThat(owner.interval).isEqualTo(VirtualRange.of(20, 42));
  }

  // ── nothing to be done ──────────────────────────────────────────────────────────────────────

  @Test
  void whatIsReachedAlreadyIsDoneAtOnce() {
    join(owner);
    assertThat(owner.report().reached()).isTrue();
    leave(newcomer);
    assertThat(newcomer.report().reached()).isTrue();
    assertThat(newcomer.sent).isEmpty();
  }

  @Test
  void theLastNodeIsToldThatThereIsNobodyToGiveTo() {
    owner.interval = VirtualRange.all(FakeMember.SPACE);
    leave(owner);
    assertNotDone(owner, "this is the last node: there is nobody to give [0, 100) to");
    assertThat(owner.interval).isEqualTo(VirtualRange.all(FakeMember.SPACE));
    assertThat(owner.goals.isLeaving()).as("it stays").isFalse();
  }

  @Test
  void aBalanceWithNobodyThatDiffersIsDone() {
    balance(owner);
    owner.answer(load(VirtualRange.of(60, 100)), load(VirtualRange.of(60, 100)));
    assertThat(owner.report().reached()).isTrue();
    assertThat(owner.report().attempts()).isZero();
  }

  @Test
  void aBalanceThatMakesNothingBetterTwiceIsAsGoodAsItGets() {
    balance(owner);
    for (int i = 0; i < 2; i++) {
      assertThat(owner.reports).isEmpty();
      owner.runFor(MAX_REST_NS);
      owner.answer(load(VirtualRange.of(60, 64)), load(VirtualRange.of(60, 64)));
      Attempt attempt = locked(owner, VirtualRange.of(60, 99)); // it has grown meanwhile
      assertThat(owner.news()).contains(new Cleanup(attempt));
      owner.lock.onCleanupAck(PEER, new CleanupAck(attempt), owner.nowNs);
    }
    assertThat(owner.report().reached()).isTrue();
    assertThat(owner.isAtRest()).isTrue();
  }

  // ── asking ──────────────────────────────────────────────────────────────────────────────────

  @Test
  void whoDoesNotAnswerInTimeIsNotWaitedFor() {
    join(newcomer);
    newcomer.answer(load(BELOW));
    newcomer.runFor(PROBE_NS - 1);
    assertThat(newcomer.sent).isEmpty();
    newcomer.runFor(1);
    assertThat(newcomer.sent).containsExactly(new Query(attempt(newcomer)));
  }

  @Test
  void ifNobodyAnswersOthersAreAskedAfterEverLongerTimesUpToABound() {
    join(newcomer);
    long waited = 0;
    for (int i = 0; i < 8; i++) {
      assertThat(newcomer.untilNext()).isEqualTo(PROBE_NS << Math.min(i, 5));
      assertThat(newcomer.untilNext()).isGreaterThanOrEqualTo(waited);
      waited = newcomer.untilNext();
      newcomer.runFor(newcomer.untilNext());
      newcomer.runFor(newcomer.untilNext()); // the rest
    }
    assertThat(newcomer.probes).hasSize(9 * 3);
    assertThat(newcomer.reports).as("a join is never given up").isEmpty();
  }

  @Test
  void answersToAnEarlierGoalAreNotCounted() {
    Pursuit first = join(newcomer);
    long earlier = newcomer.round;
    cancel(newcomer, first);
    newcomer.reports.clear();
    join(newcomer);
    newcomer.goals.onLoad(load(ABOVE), earlier, newcomer.nowNs);
    newcomer.goals.onLoad(load(ABOVE), earlier, newcomer.nowNs);
    newcomer.goals.onLoad(load(ABOVE), earlier, newcomer.nowNs);
    assertThat(newcomer.sent).isEmpty();
  }

  @Test
  void noAttemptBeginsWhileAnotherNodeHoldsTheLock() {
    leave(owner);
    owner.lock.onQuery(new Query(new Attempt(new ResourceName(-10), 1)), owner.nowNs);
    owner.news();
    owner.answer(load(BELOW), load(ABOVE));
    assertThat(owner.sent).isEmpty();
    assertThat(owner.lock.attempt()).isNull();
    owner.runFor(REST_NS);
    assertThat(owner.probes).as("it has rested and asks again").hasSize(4);
  }

  // ── back-off ────────────────────────────────────────────────────────────────────────────────

  @Test
  void theLongestRestDoublesWithEachFailureUpToABound() {
    join(newcomer);
    for (long rest : List.of(32L, 64L, MAX_REST_NS, MAX_REST_NS)) {
      askedAll();
      refused(newcomer);
      assertThat(newcomer.untilNext()).isEqualTo(rest);
      newcomer.runFor(rest);
    }
    assertThat(newcomer.probes).hasSize(5 * 3);
  }

  @Test
  void restsAreDrawnAtRandomSoThatNeighboursDoNotChaseEachOther() {
    newcomer.chance = new SplittableRandom(1);
    join(newcomer);
    boolean differ = false;
    for (int i = 0; i < 20; i++) {
      askedAll();
      refused(newcomer);
      assertThat(newcomer.untilNext()).isBetween(1L, MAX_REST_NS);
      differ |= i > 3 && newcomer.untilNext() != MAX_REST_NS;
      newcomer.runFor(newcomer.untilNext());
    }
    assertThat(differ).isTrue();
  }

  @Test
  void afterASuccessTheNextRestIsShortAgain() {
    balance(owner);
    for (int i = 0; i < 3; i++) {
      owner.answer(load(VirtualRange.of(60, 64)), load(VirtualRange.of(60, 64)));
      refused(owner);
      owner.runFor(owner.untilNext());
    }
    owner.answer(load(VirtualRange.of(60, 64)), load(VirtualRange.of(60, 64)));
    assumed(owner, locked(owner, VirtualRange.of(60, 64)));
    owner.answer(load(VirtualRange.of(0, 4)), load(VirtualRange.of(16, 20)));
    refused(owner);
    assertThat(owner.untilNext()).isEqualTo(2 * REST_NS);
  }

  @Test
  void aBalanceThatFailsAgainAndAgainIsGivenUp() {
    balance(owner);
    while (owner.reports.isEmpty()) {
      owner.answer(load(VirtualRange.of(60, 64)), load(VirtualRange.of(60, 64)));
      refused(owner);
      owner.runFor(MAX_REST_NS);
    }
    assertNotDone(owner, PEER + " is locked");
    assertThat(owner.report().attempts()).isEqualTo(9);
  }

  // ── locking ─────────────────────────────────────────────────────────────────────────────────

  @Test
  void anAttemptThatIsNotAnsweredIsGivenUpAndTriedAnew() {
    join(newcomer);
    askedAll();
    Attempt first = attempt(newcomer);
    newcomer.runFor(ATTEMPT_NS);
    assertThat(newcomer.lock.attempt()).isNull();
    newcomer.runFor(2 * REST_NS);
    newcomer.news();
    askedAll();
    assertThat(attempt(newcomer)).isNotEqualTo(first);

    newcomer.lock.onOk1(PEER, new Ok1(first, ABOVE, new Standing(1, false)), newcomer.nowNs);
    assertThat(newcomer.news()).as("the late lock goes back").contains(new Cleanup(first));
    assertThat(newcomer.reports).isEmpty();
  }

  @Test
  void whoHasNothingToGiveIsAskedAgainLater() {
    join(newcomer);
    askedAll();
    Attempt attempt = locked(newcomer, ABOVE);
    newcomer.transfers.onNothing(PEER, new Nothing(attempt, "no"), newcomer.nowNs);
    assertThat(newcomer.isAtRest()).isTrue();
    newcomer.runFor(2 * REST_NS);
    assertThat(newcomer.probes).hasSize(6);
  }

  // ── moving ──────────────────────────────────────────────────────────────────────────────────

  @Test
  void aTransferThatIsDeclinedIsTriedAnew() {
    leave(owner);
    owner.answer(load(BELOW), load(ABOVE));
    Attempt attempt = locked(owner, BELOW);
    owner.transfers.onDeclined(PEER, new Declined(attempt, "no"), owner.nowNs);
    assertThat(owner.interval).isEqualTo(MINE);
    assertThat(owner.isAtRest()).isTrue();
    owner.runFor(2 * REST_NS);
    assertThat(owner.probes).hasSize(4);
    assertThat(owner.reports).isEmpty();
  }

  @Test
  void ifTheOtherNodeVanishesWithTheRangeTheReportSaysSo() {
    leave(owner);
    owner.answer(load(BELOW), load(ABOVE));
    locked(owner, BELOW);
    owner.transfers.onGone(PEER, owner.nowNs);
    assertNotDone(owner, "[20, 60) is in doubt");
    assertThat(owner.transfers.inDoubt()).containsExactly(MINE);
  }

  @Test
  void whileSomethingIsInDoubtANodeNeitherJoinsElsewhereNorHasLeft() {
    ifTheOtherNodeVanishesWithTheRangeTheReportSaysSo();
    owner.reports.clear();
    join(owner);
    assertNotDone(owner, "it is not known who assumes [[20, 60)]: wait, or reclaim it");
    owner.reports.clear();
    leave(owner);
    assertNotDone(owner, "it is not known who assumes [[20, 60)]: wait, or reclaim it");
  }

  @Test
  void whatSomebodyElseMovesMayReachTheGoal() {
    leave(owner);
    owner.answer(load(BELOW), load(ABOVE));
    refused(owner);
    var theirs = new Attempt(new ResourceName(-10), 1);
    owner.lock.onQuery(new Query(theirs), owner.nowNs);
    owner.chosen = MINE;
    owner.transfers.onTake(theirs.initiator(), new Take(theirs, null, Double.NaN), owner.nowNs);
    owner.run();
    owner.transfers.onAssumed(theirs.initiator(), new Assumed(theirs), owner.nowNs);
    owner.run();
    assertThat(owner.report().reached()).isTrue();
    assertThat(owner.report().moves()).extracting(Move::to).containsExactly(theirs.initiator());
  }
}
