package io.phoenix.migration.goal;

import static io.phoenix.migration.goal.FakeMember.LEAVE_NS;
import static io.phoenix.migration.goal.FakeMember.MAX_REST_NS;
import static io.phoenix.migration.goal.PursuitTest.ABOVE;
import static io.phoenix.migration.goal.PursuitTest.BELOW;
import static io.phoenix.migration.goal.PursuitTest.MINE;
import static io.phoenix.migration.goal.PursuitTest.PEER;
import static io.phoenix.migration.goal.PursuitTest.assertNotDone;
import static io.phoenix.migration.goal.PursuitTest.assumed;
import static io.phoenix.migration.goal.PursuitTest.attempt;
import static io.phoenix.migration.goal.PursuitTest.balance;
import static io.phoenix.migration.goal.PursuitTest.cancel;
import static io.phoenix.migration.goal.PursuitTest.join;
import static io.phoenix.migration.goal.PursuitTest.leave;
import static io.phoenix.migration.goal.PursuitTest.load;
import static io.phoenix.migration.goal.PursuitTest.locked;
import static io.phoenix.migration.goal.PursuitTest.offered;
import static io.phoenix.migration.goal.PursuitTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.LockMessage.Cleanup;
import io.phoenix.migration.lock.LockMessage.CleanupAck;
import io.phoenix.migration.lock.LockMessage.Ok1;
import io.phoenix.migration.lock.Standing;
import io.phoenix.migration.transfer.TransferMessage.Abort;
import io.phoenix.migration.transfer.TransferMessage.Declined;
import org.junit.jupiter.api.Test;

/** How a pursuit ends before its goal is reached: its time is up, or it is cancelled. */
class PursuitEndTest {
  private final FakeMember newcomer = new FakeMember(-20, null);
  private final FakeMember owner = new FakeMember(-20, MINE);

  private void askedAll() {
    newcomer.answer(load(ABOVE), load(ABOVE), load(ABOVE));
  }

  @Test
  void aLeaveThatTakesTooLongIsGivenUpAndSaysWhatWasLast() {
    leave(owner);
    while (owner.reports.isEmpty()) {
      owner.answer(load(BELOW), load(ABOVE));
      if (owner.lock.attempt() != null) {
        refused(owner);
      }
      owner.runFor(MAX_REST_NS);
    }
    assertNotDone(owner, "not done within 0.0 s, last: " + PEER + " is locked");
    assertThat(owner.report().durationNs()).isEqualTo(LEAVE_NS);
    assertThat(owner.interval).isEqualTo(MINE);
  }

  @Test
  void cancelledWhileItWaitsForItsTurnItNeverBegins() {
    Pursuit pursuit = newcomer.goals.join(newcomer.reports::add, newcomer.nowNs);
    newcomer.goals.cancel(pursuit, "cancelled", newcomer.nowNs);
    newcomer.runFor(MAX_REST_NS);
    assertNotDone(newcomer, "cancelled");
    assertThat(newcomer.probes).isEmpty();
  }

  @Test
  void cancelledWhileItAsksItEndsAtOnce() {
    Pursuit pursuit = join(newcomer);
    cancel(newcomer, pursuit);
    assertNotDone(newcomer, "cancelled");
    askedAll();
    newcomer.runFor(LEAVE_NS);
    assertThat(newcomer.sent).as("late answers are of no interest").isEmpty();
  }

  @Test
  void cancelledWhileItRestsItEndsAtOnce() {
    Pursuit pursuit = join(newcomer);
    askedAll();
    refused(newcomer);
    cancel(newcomer, pursuit);
    assertNotDone(newcomer, "cancelled");
    newcomer.runFor(LEAVE_NS);
    assertThat(newcomer.probes).hasSize(3);
  }

  @Test
  void cancelledWhileItLocksItEndsAtOnceAndALateLockGoesBack() {
    Pursuit pursuit = join(newcomer);
    askedAll();
    Attempt attempt = attempt(newcomer);
    cancel(newcomer, pursuit);
    assertNotDone(newcomer, "cancelled");
    newcomer.news();
    newcomer.lock.onOk1(PEER, new Ok1(attempt, ABOVE, new Standing(1, false)), newcomer.nowNs);
    assertThat(newcomer.news()).containsExactly(new Cleanup(attempt));
  }

  @Test
  void cancelledWhileItWaitsForAnOfferItDeclinesThatAndEnds() {
    Pursuit pursuit = join(newcomer);
    askedAll();
    Attempt attempt = locked(newcomer, ABOVE);
    cancel(newcomer, pursuit);
    assertThat(newcomer.reports).as("something is half done").isEmpty();
    newcomer.news();
    offered(newcomer, attempt);
    assertThat(newcomer.news()).containsExactly(new Declined(attempt, "cancelled"));
    assertNotDone(newcomer, "cancelled");
    assertThat(newcomer.interval).isNull();
  }

  @Test
  void cancelledWhileStateArrivesItDeclinesTheRestAndEnds() {
    Pursuit pursuit = join(newcomer);
    askedAll();
    Attempt attempt = locked(newcomer, ABOVE);
    offered(newcomer, attempt);
    newcomer.news();
    cancel(newcomer, pursuit);
    assertThat(newcomer.news()).containsExactly(new Declined(attempt, "cancelled"));
    assertNotDone(newcomer, "cancelled");
  }

  @Test
  void cancelledBeforeTheRangeIsHandedOverItStaysHere() {
    Pursuit pursuit = owner.goals.leave(owner.reports::add, owner.nowNs);
    owner.run();
    owner.answer(load(BELOW), load(ABOVE));
    Attempt attempt = attempt(owner);
    owner.lock.onOk1(PEER, new Ok1(attempt, BELOW, new Standing(20, false)), owner.nowNs);
    owner.goals.cancel(pursuit, "cancelled", owner.nowNs); // before the next piece is sent
    owner.run();
    assertThat(owner.news()).contains(new Abort(attempt, "cancelled"));
    assertNotDone(owner, "cancelled");
    assertThat(owner.interval).isEqualTo(MINE);
  }

  @Test
  void cancelledAfterTheHandoverItIsDoneNonetheless() {
    Pursuit pursuit = leave(owner);
    owner.answer(load(BELOW), load(ABOVE));
    Attempt attempt = locked(owner, BELOW);
    cancel(owner, pursuit);
    assertThat(owner.reports).as("it cannot be called off").isEmpty();
    assumed(owner, attempt);
    assertThat(owner.report().reached()).isTrue();
  }

  @Test
  void cancelledWhileALockIsGivenBackItEndsWhenThatIsDone() {
    Pursuit pursuit = balance(owner);
    owner.answer(load(VirtualRange.of(60, 64)), load(VirtualRange.of(60, 64)));
    Attempt attempt = locked(owner, VirtualRange.of(60, 99));
    cancel(owner, pursuit);
    assertThat(owner.reports).isEmpty();
    owner.lock.onCleanupAck(PEER, new CleanupAck(attempt), owner.nowNs);
    assertNotDone(owner, "cancelled");
  }

  @Test
  void cancelledAfterItsEndItChangesNothing() {
    Pursuit pursuit = join(owner);
    cancel(owner, pursuit);
    assertThat(owner.report().reached()).isTrue();
  }
}
