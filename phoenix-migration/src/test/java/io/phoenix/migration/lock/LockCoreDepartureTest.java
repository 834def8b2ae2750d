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

/** What differs from the figures (see the package), and what the figures leave open. */
class LockCoreDepartureTest {
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

  LockCoreDepartureTest() {
    out.interval = MINE;
  }

  private Attempt begin(Intent intent, long v) {
    Attempt attempt = core.beginTransaction(intent, v);
    out.sent.clear();
    return attempt;
  }

  private Attempt beginAndLockSelf() {
    Attempt attempt = begin(Intent.RIGHT, 20);
    core.onLockYouFirst(HIGHER, new LockYouFirst(attempt, RIGHT), 0);
    out.sent.clear();
    return attempt;
  }

  private Transaction lockBoth() {
    Attempt attempt = begin(Intent.LEFT, 9);
    core.onOk1(LOWER, new Ok1(attempt, LEFT, STANDING), 0);
    return out.locked.get(0);
  }

  // ── lines 36, 42, 64 ────────────────────────────────────────────────────────────────────────

  @Test
  void line36lock2GoesToAVirtualNodeNotToANameThatMayHaveLeft() {
    Attempt attempt = begin(Intent.RIGHT, 20);
    core.onLockYouFirst(HIGHER, new LockYouFirst(attempt, RIGHT), 0);
    assertThat(out.sent).containsExactly(new Sent(RIGHT.first(), new Lock2(attempt, RIGHT)));
  }

  @Test
  void line42theSecondLockIsNotGrantedToAHigherName() {
    core.onLock2(new Lock2(OF_HIGHER, MINE), 0);
    assertThat(out.sent).containsExactly(new Sent(HIGHER.value(), new Fail2(OF_HIGHER)));
    assertThat(core.isFree()).isTrue();
  }

  @Test
  void line42aNodeDoesNotGrantTheSecondLockToItself() {
    Attempt attempt = beginAndLockSelf();
    out.interval = RIGHT; // what it asked for has come to it
    core.onLock2(new Lock2(attempt, RIGHT), 0);
    Sent answer = out.takeSent();
    assertThat(answer).isEqualTo(new Sent(P.value(), new Fail2(attempt)));
    core.onFail2(P, (Fail2) answer.message(), 0);
    assertThat(core.canBegin()).isTrue();
  }

  @Test
  void line64cleanupDoesNotEndAnAttemptOfTheNodeThatGrantedTheLock() {
    Attempt attempt = begin(Intent.LEFT, 9);
    core.onQuery(new Query(OF_HIGHER), 0);
    core.onCleanup(HIGHER, new Cleanup(OF_HIGHER), 0);
    assertThat(core.attempt()).isEqualTo(attempt);
    assertThat(out.failed).isEmpty();
  }

  @Test
  void line64cleanupOfAnAttemptThatHoldsNothingFreesNobody() {
    core.onQuery(new Query(OF_HIGHER), 0);
    core.onCleanup(HIGHER, new Cleanup(new Attempt(HIGHER, 6)), 0);
    assertThat(core.holder()).isEqualTo(OF_HIGHER);
    assertThat(out.takeSent())
        .isEqualTo(new Sent(HIGHER.value(), new CleanupAck(new Attempt(HIGHER, 6))));
  }

  // ── attempts are numbered: answers to one that is not waited for any more ───────────────────

  @Test
  void anAttemptThatIsNotWaitedForAnyMoreIsOver() {
    Attempt attempt = begin(Intent.LEFT, 9);
    core.onAttemptTimeout(attempt, "no answer", 0);
    assertThat(core.canBegin()).isTrue();
    assertThat(out.failed).containsExactly(attempt);
    core.onAttemptTimeout(attempt, "once more", 0);
    assertThat(out.failed).hasSize(1);
  }

  @Test
  void aNodeThatLockedItselfForAnAttemptIsFreeWhenItStopsWaiting() {
    Attempt attempt = beginAndLockSelf();
    core.onAttemptTimeout(attempt, "no answer", 0);
    assertThat(core.canBegin()).isTrue();
  }

  @Test
  void aLateFirstLockIsGivenBackAndTheNextAttemptGoesOn() {
    core.onAttemptTimeout(begin(Intent.LEFT, 9), "no answer", 0);
    Attempt stale = new Attempt(P, 1);
    Attempt next = begin(Intent.LEFT, 9);
    core.onOk1(LOWER, new Ok1(stale, LEFT, STANDING), 0);
    assertThat(out.sent).containsExactly(new Sent(LOWER.value(), new Cleanup(stale)));
    core.onCleanupAck(LOWER, new CleanupAck(stale), 0);
    assertThat(core.attempt()).isEqualTo(next);
    assertThat(core.isFree()).isTrue();
    assertThat(out.locked).isEmpty();
  }

  @Test
  void aLateSecondLockIsGivenBackAndTheNextAttemptGoesOn() {
    Attempt stale = beginAndLockSelf();
    core.onAttemptTimeout(stale, "no answer", 0);
    Attempt next = beginAndLockSelf();
    core.onOk2(HIGHER, new Ok2(stale, STANDING), 0);
    assertThat(out.sent).containsExactly(new Sent(HIGHER.value(), new Cleanup(stale)));
    assertThat(core.attempt()).isEqualTo(next);
    assertThat(core.holder()).isEqualTo(next);
    assertThat(out.locked).isEmpty();
  }

  @Test
  void lateRefusalsAndRequestsChangeNothing() {
    Attempt stale = begin(Intent.RIGHT, 20);
    core.onAttemptTimeout(stale, "no answer", 0);
    Attempt next = beginAndLockSelf();
    out.failed.clear();
    core.onFail1(HIGHER, new Fail1(stale), 0);
    core.onFail2(HIGHER, new Fail2(stale), 0);
    core.onLockYouFirst(HIGHER, new LockYouFirst(stale, RIGHT), 0);
    core.onCleanupAck(HIGHER, new CleanupAck(stale), 0);
    core.onQuery(new Query(stale), 0);
    assertThat(core.attempt()).isEqualTo(next);
    assertThat(core.holder()).isEqualTo(next);
    assertThat(out.sent).isEmpty();
    assertThat(out.failed).isEmpty();
  }

  @Test
  void numbersAreNeverUsedAgain() {
    for (long number = 1; number <= 3; number++) {
      Attempt attempt = begin(Intent.LEFT, 9);
      assertThat(attempt).isEqualTo(new Attempt(P, number));
      core.onFail1(LOWER, new Fail1(attempt), 0);
    }
  }

  // ── nodes that are gone ─────────────────────────────────────────────────────────────────────

  @Test
  void aHolderThatIsGoneHoldsNothingAnyMore() {
    core.onQuery(new Query(OF_HIGHER), 0);
    core.onGone(HIGHER, null, 0);
    assertThat(core.isFree()).isTrue();
    assertThat(out.actions).containsExactly("OnQuery", "OnGone");
  }

  @Test
  void aHolderKeepsTheLockWhenSomebodyElseIsGone() {
    core.onQuery(new Query(OF_HIGHER), 0);
    core.onGone(LOWER, null, 0);
    assertThat(core.holder()).isEqualTo(OF_HIGHER);
  }

  @Test
  void aTransactionUnderWayEndsInItsOwnWay() {
    core.onQuery(new Query(OF_HIGHER), 0);
    core.onGone(HIGHER, OF_HIGHER, 0);
    assertThat(core.holder()).isEqualTo(OF_HIGHER);
  }

  @Test
  void anAttemptThatWaitsForTheSecondLockEndsWhenThatNodeIsGone() {
    Attempt attempt = beginAndLockSelf();
    core.onGone(LOWER, null, 0);
    assertThat(core.attempt()).isEqualTo(attempt);
    core.onGone(HIGHER, null, 0);
    assertThat(core.canBegin()).isTrue();
    assertThat(out.failed).containsExactly(attempt);
  }

  @Test
  void anAttemptThatWaitsForAnAcknowledgementEndsWhenThatNodeIsGone() {
    Attempt attempt = begin(Intent.LEFT, 9);
    core.onOk1(LOWER, new Ok1(attempt, RIGHT, STANDING), 0);
    core.onGone(LOWER, null, 0);
    assertThat(core.canBegin()).isTrue();
    assertThat(out.failed).containsExactly(attempt);
  }

  /** The query went to a virtual node: whoever assumes that by now will answer. */
  @Test
  void anAttemptThatWaitsForAVirtualNodeGoesOnWhoeverIsGone() {
    Attempt attempt = begin(Intent.LEFT, 9);
    core.onGone(LOWER, null, 0);
    core.onGone(HIGHER, null, 0);
    assertThat(core.attempt()).isEqualTo(attempt);
  }

  @Test
  void aNewAttemptDoesNotWaitForWhoTheLastOneWaitedFor() {
    core.onFail2(HIGHER, new Fail2(beginAndLockSelf()), 0);
    Attempt next = begin(Intent.RIGHT, 20);
    core.onGone(HIGHER, null, 0);
    assertThat(core.attempt()).isEqualTo(next);
  }

  @Test
  void aSecondLockThatWasNotAskedForIsGivenBack() {
    Attempt attempt = begin(Intent.RIGHT, 20);
    core.onOk2(HIGHER, new Ok2(attempt, STANDING), 0);
    assertThat(out.sent).containsExactly(new Sent(HIGHER.value(), new Cleanup(attempt)));
    assertThat(out.locked).isEmpty();
  }

  // ── transactions that move nothing, and unlocking ───────────────────────────────────────────

  @Test
  void aTransactionThatIsGivenUpGivesBothLocksBack() {
    Transaction transaction = lockBoth();
    core.giveUpTransaction(transaction);
    assertThat(core.isFree()).isTrue();
    assertThat(core.attempt()).as("l until the acknowledgement").isEqualTo(transaction.attempt());
    assertThat(out.sent)
        .containsExactly(new Sent(LOWER.value(), new Cleanup(transaction.attempt())));
    core.onCleanupAck(LOWER, new CleanupAck(transaction.attempt()), 0);
    assertThat(core.canBegin()).isTrue();
    assertThat(out.failed).containsExactly(transaction.attempt());
  }

  @Test
  void aTransactionThatIsGivenUpIsOverWhenItsPeerIsGone() {
    Transaction transaction = lockBoth();
    core.giveUpTransaction(transaction);
    core.onGone(LOWER, null, 0);
    assertThat(core.canBegin()).isTrue();
    assertThat(out.failed).containsExactly(transaction.attempt());
  }

  @Test
  void onlyTheHoldersPartUnlocks() {
    core.onQuery(new Query(OF_HIGHER), 0);
    core.unlock(OF_LOWER);
    assertThat(core.holder()).isEqualTo(OF_HIGHER);
    core.unlock(OF_HIGHER);
    assertThat(core.isFree()).isTrue();
  }

  /**
   * The application's weights may throw: then no lock must be left that nobody has been told of.
   */
  @Test
  void aNodeThatCannotTellItsStandingIsNotLocked() {
    out.standing = null;
    assertThatThrownBy(() -> core.onQuery(new Query(OF_HIGHER), 0))
        .hasMessageContaining("standing");
    assertThatThrownBy(() -> core.onLock2(new Lock2(OF_LOWER, MINE), 0))
        .hasMessageContaining("standing");
    assertThat(core.isFree()).isTrue();
  }
}
