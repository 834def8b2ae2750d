package io.phoenix.migration.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.LockMessage.Cleanup;
import io.phoenix.migration.lock.LockMessage.CleanupAck;
import io.phoenix.migration.lock.LockMessage.Fail1;
import io.phoenix.migration.lock.LockMessage.Fail2;
import io.phoenix.migration.lock.LockMessage.Lock2;
import io.phoenix.migration.lock.LockMessage.LockYouFirst;
import io.phoenix.migration.lock.LockMessage.Ok1;
import io.phoenix.migration.lock.LockMessage.Ok2;
import io.phoenix.migration.lock.LockMessage.Query;
import io.phoenix.migration.lock.RecordingLockEffects.Sent;
import org.junit.jupiter.api.Test;

/** Figures 2 and 3 of paper 001, line by line; see {@link LockCoreDepartureTest} for the rest. */
class LockCorePaperTest {
  /** p, which is under test, between a node whose name comes before it and one after it. */
  private static final ResourceName P = new ResourceName(-20);

  private static final ResourceName LOWER = new ResourceName(-30);
  private static final ResourceName HIGHER = new ResourceName(-10);
  private static final VirtualRange LEFT = VirtualRange.of(0, 10);
  private static final VirtualRange MINE = VirtualRange.of(10, 20);
  private static final VirtualRange RIGHT = VirtualRange.of(20, 30);
  private static final Standing STANDING = new Standing(3, false);
  private static final Attempt OF_LOWER = new Attempt(LOWER, 4);
  private static final Attempt OF_HIGHER = new Attempt(HIGHER, 7);

  private final RecordingLockEffects out = new RecordingLockEffects();
  private final LockCore core = new LockCore(P, out);

  LockCorePaperTest() {
    out.interval = MINE;
  }

  private Attempt begin(Intent intent, long v) {
    Attempt attempt = core.beginTransaction(intent, v);
    out.sent.clear();
    return attempt;
  }

  /** s = LOCKED, h = somebody else. */
  private void lockedByAnother() {
    core.onQuery(new Query(OF_HIGHER), 0);
    assertThat(core.holder()).isEqualTo(OF_HIGHER);
    out.sent.clear();
  }

  private void assertAnswer(ResourceName to, LockMessage message) {
    assertThat(out.sent).containsExactly(new Sent(to.value(), message));
  }

  private void assertFailed(Attempt attempt) {
    assertThat(core.attempt()).as("l").isNull();
    assertThat(out.failed).containsExactly(attempt);
    assertThat(out.locked).isEmpty();
  }

  // ── Figure 2 ────────────────────────────────────────────────────────────────────────────────

  @Test
  void line9to11aNodeThatAssumesNothingAsksAnyVirtualNode() {
    out.interval = null;
    Attempt attempt = core.beginTransaction(Intent.JOIN, 25);
    assertThat(out.sent).containsExactly(new Sent(25, new Query(attempt)));
    assertThat(core.attempt()).as("l").isEqualTo(attempt);
    assertThat(core.isFree()).isTrue();
  }

  @Test
  void line12to14aNodeAsksTheVirtualNodeBeforeItsInterval() {
    Attempt attempt = core.beginTransaction(Intent.LEFT, 9);
    assertThat(out.sent).containsExactly(new Sent(9, new Query(attempt)));
    assertThat(core.attempt()).as("l").isEqualTo(attempt);
  }

  @Test
  void line15to17aNodeAsksTheVirtualNodeAfterItsInterval() {
    Attempt attempt = core.beginTransaction(Intent.RIGHT, 20);
    assertThat(out.sent).containsExactly(new Sent(20, new Query(attempt)));
    assertThat(core.attempt()).as("l").isEqualTo(attempt);
  }

  @Test
  void line9to15noAttemptBeginsWhileOneIsOut() {
    begin(Intent.LEFT, 9);
    assertThat(core.canBegin()).isFalse();
    assertThatThrownBy(() -> core.beginTransaction(Intent.RIGHT, 20))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("l=" + P + "#1");
  }

  @Test
  void line9to15noAttemptBeginsWhileTheNodeIsLocked() {
    lockedByAnother();
    assertThat(core.canBegin()).isFalse();
    assertThatThrownBy(() -> core.beginTransaction(Intent.RIGHT, 20))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("h=" + HIGHER + "#7");
  }

  @Test
  void line9to15theIntentMustSuitTheInterval() {
    assertThatThrownBy(() -> core.beginTransaction(Intent.JOIN, 0))
        .isInstanceOf(IllegalStateException.class);
    out.interval = null;
    assertThatThrownBy(() -> core.beginTransaction(Intent.LEFT, 9))
        .isInstanceOf(IllegalStateException.class);
    assertThat(core.canBegin()).isTrue();
  }

  // ── Figure 3 ────────────────────────────────────────────────────────────────────────────────

  @Test
  void line21itsOwnQueryEndsTheAttempt() {
    Attempt attempt = begin(Intent.RIGHT, 20);
    core.onQuery(new Query(attempt), 0);
    assertFailed(attempt);
    assertThat(core.isFree()).isTrue();
    assertThat(out.sent).isEmpty();
  }

  @Test
  void line23aLowerNameMustLockItselfFirst() {
    core.onQuery(new Query(OF_LOWER), 0);
    assertAnswer(LOWER, new LockYouFirst(OF_LOWER, MINE));
    assertThat(core.isFree()).isTrue();
  }

  @Test
  void line23aLowerNameIsToldSoByALockedNodeToo() {
    lockedByAnother();
    core.onQuery(new Query(OF_LOWER), 0);
    assertAnswer(LOWER, new LockYouFirst(OF_LOWER, MINE));
    assertThat(core.holder()).isEqualTo(OF_HIGHER);
  }

  @Test
  void line26aHigherNameGetsTheLockOfAFreeNode() {
    core.onQuery(new Query(OF_HIGHER), 0);
    assertAnswer(HIGHER, new Ok1(OF_HIGHER, MINE, out.standing));
    assertThat(core.holder()).isEqualTo(OF_HIGHER);
  }

  @Test
  void line26theLockIsGrantedWhileAnAttemptOfItsOwnIsOut() {
    Attempt attempt = begin(Intent.LEFT, 9);
    lockedByAnother();
    assertThat(core.attempt()).as("l").isEqualTo(attempt);
  }

  @Test
  void line29aHigherNameFailsAtALockedNode() {
    lockedByAnother();
    Attempt second = new Attempt(HIGHER, 8);
    core.onQuery(new Query(second), 0);
    assertAnswer(HIGHER, new Fail1(second));
    assertThat(core.holder()).isEqualTo(OF_HIGHER);
  }

  @Test
  void line34aFreeNodeLocksItselfAndAsksForTheSecondLock() {
    Attempt attempt = begin(Intent.RIGHT, 20);
    core.onLockYouFirst(HIGHER, new LockYouFirst(attempt, RIGHT), 0);
    assertThat(core.holder()).isEqualTo(attempt);
    assertThat(core.attempt()).as("l").isEqualTo(attempt);
    assertThat(out.sent).containsExactly(new Sent(20, new Lock2(attempt, RIGHT)));
  }

  @Test
  void line34aNodeLockedMeanwhileDoesNotLockItself() {
    Attempt attempt = begin(Intent.RIGHT, 20);
    lockedByAnother();
    core.onLockYouFirst(HIGHER, new LockYouFirst(attempt, RIGHT), 0);
    assertFailed(attempt);
    assertThat(core.holder()).isEqualTo(OF_HIGHER);
    assertThat(out.sent).isEmpty();
  }

  @Test
  void line34aNodeThatIsNotAdjacentAnyMoreIsNotLocked() {
    Attempt attempt = begin(Intent.RIGHT, 20);
    core.onLockYouFirst(HIGHER, new LockYouFirst(attempt, VirtualRange.of(25, 30)), 0);
    assertFailed(attempt);
    assertThat(core.isFree()).isTrue();
    assertThat(out.sent).isEmpty();
  }

  @Test
  void line34aNodeAdjacentOnTheOtherSideIsNotAsIntended() {
    Attempt attempt = begin(Intent.RIGHT, 20);
    core.onLockYouFirst(HIGHER, new LockYouFirst(attempt, LEFT), 0);
    assertFailed(attempt);
    assertThat(core.isFree()).isTrue();
  }

  @Test
  void line34aJoinIsNotAsIntendedOnceTheNodeAssumesSomething() {
    out.interval = null;
    Attempt attempt = begin(Intent.JOIN, 25);
    out.interval = MINE;
    core.onLockYouFirst(HIGHER, new LockYouFirst(attempt, RIGHT), 0);
    assertFailed(attempt);
    assertThat(core.isFree()).isTrue();
  }

  @Test
  void line42aFreeNodeOfThatIntervalGrantsTheSecondLock() {
    core.onLock2(new Lock2(OF_LOWER, MINE), 0);
    assertAnswer(LOWER, new Ok2(OF_LOWER, out.standing));
    assertThat(core.holder()).isEqualTo(OF_LOWER);
  }

  @Test
  void line42aLockedNodeDoesNotGrantTheSecondLock() {
    lockedByAnother();
    core.onLock2(new Lock2(OF_LOWER, MINE), 0);
    assertAnswer(LOWER, new Fail2(OF_LOWER));
    assertThat(core.holder()).isEqualTo(OF_HIGHER);
  }

  @Test
  void line42aNodeWhoseIntervalHasChangedDoesNotGrantTheSecondLock() {
    core.onLock2(new Lock2(OF_LOWER, VirtualRange.of(10, 15)), 0);
    assertAnswer(LOWER, new Fail2(OF_LOWER));
    assertThat(core.isFree()).isTrue();
  }

  @Test
  void line49fail1EndsTheAttempt() {
    Attempt attempt = begin(Intent.LEFT, 9);
    core.onFail1(LOWER, new Fail1(attempt), 0);
    assertFailed(attempt);
  }

  @Test
  void line49fail1LeavesTheLockOfAnotherAlone() {
    Attempt attempt = begin(Intent.LEFT, 9);
    lockedByAnother();
    core.onFail1(LOWER, new Fail1(attempt), 0);
    assertFailed(attempt);
    assertThat(core.holder()).isEqualTo(OF_HIGHER);
  }

  @Test
  void line50to52fail2EndsTheAttemptAndUnlocksTheNode() {
    Attempt attempt = begin(Intent.RIGHT, 20);
    core.onLockYouFirst(HIGHER, new LockYouFirst(attempt, RIGHT), 0);
    core.onFail2(HIGHER, new Fail2(attempt), 0);
    assertFailed(attempt);
    assertThat(core.isFree()).isTrue();
  }

  @Test
  void line54theFirstLockAndItsOwnMakeTheTransaction() {
    Attempt attempt = begin(Intent.LEFT, 9);
    core.onOk1(LOWER, new Ok1(attempt, LEFT, STANDING), 0);
    assertThat(core.holder()).isEqualTo(attempt);
    assertThat(core.attempt()).as("l").isNull();
    assertThat(out.sent).isEmpty();
    assertThat(out.locked)
        .containsExactly(new Transaction(attempt, Intent.LEFT, LOWER, LEFT, STANDING));
  }

  @Test
  void line54aNodeLockedMeanwhileGivesTheLockBack() {
    Attempt attempt = begin(Intent.LEFT, 9);
    lockedByAnother();
    core.onOk1(LOWER, new Ok1(attempt, LEFT, STANDING), 0);
    assertAnswer(LOWER, new Cleanup(attempt));
    assertThat(core.attempt()).as("l until the acknowledgement").isEqualTo(attempt);
    assertThat(core.holder()).isEqualTo(OF_HIGHER);
    assertThat(out.locked).isEmpty();
  }

  @Test
  void line54theLockOfANodeThatIsNotAdjacentAnyMoreIsGivenBack() {
    Attempt attempt = begin(Intent.LEFT, 9);
    core.onOk1(LOWER, new Ok1(attempt, VirtualRange.of(0, 5), STANDING), 0);
    assertAnswer(LOWER, new Cleanup(attempt));
    assertThat(core.attempt()).as("l until the acknowledgement").isEqualTo(attempt);
    assertThat(core.isFree()).isTrue();
    assertThat(out.locked).isEmpty();
  }

  @Test
  void line54aNodeAdjacentOnTheOtherSideIsNotAsIntended() {
    Attempt attempt = begin(Intent.LEFT, 9);
    core.onOk1(LOWER, new Ok1(attempt, RIGHT, STANDING), 0);
    assertAnswer(LOWER, new Cleanup(attempt));
    assertThat(out.locked).isEmpty();
  }

  @Test
  void line54aJoinIsNotAsIntendedOnceTheNodeAssumesSomething() {
    out.interval = null;
    Attempt attempt = begin(Intent.JOIN, 9);
    out.interval = MINE;
    core.onOk1(LOWER, new Ok1(attempt, LEFT, STANDING), 0);
    assertAnswer(LOWER, new Cleanup(attempt));
    assertThat(out.locked).isEmpty();
  }

  @Test
  void line60to62theSecondLockMakesTheTransaction() {
    out.interval = null;
    Attempt attempt = begin(Intent.JOIN, 25);
    core.onLockYouFirst(HIGHER, new LockYouFirst(attempt, RIGHT), 0);
    core.onOk2(HIGHER, new Ok2(attempt, STANDING), 0);
    assertThat(core.holder()).isEqualTo(attempt);
    assertThat(core.attempt()).as("l").isNull();
    assertThat(out.locked)
        .containsExactly(new Transaction(attempt, Intent.JOIN, HIGHER, RIGHT, STANDING));
  }

  @Test
  void line63to65aLockThatIsGivenBackIsFreeAgain() {
    lockedByAnother();
    core.onCleanup(HIGHER, new Cleanup(OF_HIGHER), 0);
    assertThat(core.isFree()).isTrue();
    assertAnswer(HIGHER, new CleanupAck(OF_HIGHER));
  }

  @Test
  void line66theAcknowledgementEndsTheAttempt() {
    Attempt attempt = begin(Intent.LEFT, 9);
    core.onOk1(LOWER, new Ok1(attempt, RIGHT, STANDING), 0);
    core.onCleanupAck(LOWER, new CleanupAck(attempt), 0);
    assertFailed(attempt);
    assertThat(core.canBegin()).isTrue();
  }
}
