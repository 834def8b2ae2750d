package io.phoenix.migration.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.Intent;
import io.phoenix.migration.lock.LockMessage.Query;
import io.phoenix.migration.lock.Standing;
import io.phoenix.migration.lock.Transaction;
import org.junit.jupiter.api.Test;

/** The goals of one node: one after the other, and to leave before all others. */
class GoalsTest {
  private static final VirtualRange MINE = VirtualRange.of(20, 60);
  private static final ResourceName PEER = new ResourceName(-30);

  private final FakeMember member = new FakeMember(-20, MINE);

  private Pursuit balance() {
    return member.goals.balance(member.reports::add, member.nowNs);
  }

  private Pursuit leave() {
    return member.goals.leave(member.reports::add, member.nowNs);
  }

  private static Load load(VirtualRange interval) {
    return new Load(PEER, interval, new Standing(interval.size(), false));
  }

  private void answerThatAllIsEven() {
    member.answer(load(VirtualRange.of(60, 100)), load(VirtualRange.of(60, 100)));
  }

  @Test
  void oneIsFollowedAfterTheOther() {
    balance();
    balance();
    member.run();
    assertThat(member.probes).as("of the first").hasSize(2);
    answerThatAllIsEven();
    assertThat(member.reports).hasSize(1);
    assertThat(member.probes).as("of the second").hasSize(4);
    answerThatAllIsEven();
    assertThat(member.reports).hasSize(2);
  }

  @Test
  void oneThatIsCancelledWhileItWaitsDoesNotHoldUpTheNext() {
    balance();
    Pursuit second = balance();
    balance();
    member.run();
    member.goals.cancel(second, "cancelled", member.nowNs);
    assertThat(member.report().reason()).isEqualTo("cancelled");
    answerThatAllIsEven();
    answerThatAllIsEven();
    assertThat(member.reports).extracting(Report::reached).containsExactly(false, true, true);
  }

  @Test
  void toLeaveComesBeforeAllOthers() {
    balance();
    balance();
    member.run();
    leave();
    member.run();
    assertThat(member.reports)
        .extracting(Report::goal, Report::reached, Report::reason)
        .containsExactly(
            tuple("balance", false, "the node leaves"), tuple("balance", false, "the node leaves"));
    member.answer(load(VirtualRange.of(0, 20)), load(VirtualRange.of(60, 100)));
    assertThat(member.sent).contains(new Query(member.lock.attempt()));
  }

  @Test
  void aNodeSaysThatItLeavesAsLongAsItTriesTo() {
    assertThat(member.standing().leaving()).isFalse();
    Pursuit pursuit = leave();
    assertThat(member.standing().leaving()).as("at once").isTrue();
    member.run();
    assertThat(member.standing().leaving()).isTrue();
    member.goals.cancel(pursuit, "cancelled", member.nowNs);
    assertThat(member.standing().leaving()).isFalse();
  }

  @Test
  void aGoalCanBeSetAgainAfterALeaveThatWasCalledOff() {
    member.goals.cancel(leave(), "cancelled", member.nowNs);
    member.run();
    member.reports.clear();
    balance();
    member.run();
    answerThatAllIsEven();
    assertThat(member.report().reached()).isTrue();
  }

  @Test
  void theDeadlineOfALeaveThatIsOverConcernsNobody() {
    member.goals.cancel(leave(), "cancelled", member.nowNs);
    member.runFor(FakeMember.LEAVE_NS - 10);
    balance();
    member.runFor(20);
    answerThatAllIsEven();
    assertThat(member.reports).hasSize(2);
    assertThat(member.reports.get(1).reached()).isTrue();
  }

  @Test
  void locksThatNobodyWantedAreAMistake() {
    var transaction =
        new Transaction(
            new Attempt(member.self, 1), Intent.LEFT, PEER, MINE, new Standing(1, false));
    assertThatThrownBy(() -> member.goals.onLocked(transaction, member.nowNs))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("for no goal");
  }
}
