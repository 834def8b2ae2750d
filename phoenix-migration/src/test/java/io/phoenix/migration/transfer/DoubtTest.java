package io.phoenix.migration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.transfer.TransferMessage.Assumed;
import io.phoenix.migration.transfer.TransferMessage.Declined;
import io.phoenix.migration.transfer.TransferMessage.Handover;
import io.phoenix.migration.transfer.TransferMessage.Offer;
import java.util.Collections;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A sink vanished after the handover: what ends the doubt, and what does not. */
class DoubtTest {
  private static final ResourceName SINK = new ResourceName(-10);
  private static final ResourceName OTHER = new ResourceName(-5);
  private static final VirtualRange ALL = VirtualRange.of(0, 20);
  private static final VirtualRange MOVING = VirtualRange.of(10, 20);
  private static final VirtualRange REST = VirtualRange.of(0, 10);
  private static final Attempt ATTEMPT = new Attempt(SINK, 3);
  private static final long TOKEN_EPOCH = 7;

  private final FakeState state = new FakeState();
  private final FakeNode node = new FakeNode(-20, ALL, state);

  @BeforeEach
  void handOverToOneThatVanishes() {
    state.with("aa");
    node.holder = ATTEMPT;
    node.transfers.give(ATTEMPT, SINK, MOVING, node.nowNs);
    node.run();
    node.transfers.onGone(SINK, node.nowNs);
    assertThat(node.news()).contains("handover [10, 20) epoch 7", "IN_DOUBT");
    assertThat(node.transfers.inDoubt()).containsExactly(MOVING);
  }

  private void assertOwnedThere() {
    assertThat(node.news()).containsExactly("discard what was handed over", "MOVED");
    assertThat(node.interval).isEqualTo(REST);
    assertThat(node.transfers.isIdle()).isTrue();
    assertThat(node.transfers.inDoubt()).isEmpty();
  }

  private void assertOwnedHere() {
    assertThat(node.news()).containsExactly("assume [10, 20) epoch 7", "keep", "KEPT");
    assertThat(node.interval).isEqualTo(ALL);
    assertThat(node.transfers.isIdle()).isTrue();
    assertThat(node.transfers.inDoubt()).isEmpty();
  }

  @Test
  void aLateAssumedEndsIt() {
    node.transfers.onAssumed(SINK, new Assumed(ATTEMPT), node.nowNs);
    assertOwnedThere();
  }

  @Test
  void aLateDeclinedEndsIt() {
    node.transfers.onDeclined(SINK, new Declined(ATTEMPT, "unknown"), node.nowNs);
    assertOwnedHere();
  }

  @Test
  void aLaterOwnerEndsIt() {
    node.transfers.onOwner(VirtualRange.of(15, 30), OTHER, TOKEN_EPOCH + 1, node.nowNs);
    assertOwnedThere();
  }

  /** News of an owner come once: there will be no other when the sink is given up. */
  @Test
  void anOwnerThatWasHeardOfBeforeTheSinkWasGivenUpLeavesNoDoubt() {
    FakeState kept = new FakeState();
    FakeNode giver = new FakeNode(-20, ALL, kept);
    kept.with("aa");
    giver.holder = ATTEMPT;
    giver.transfers.give(ATTEMPT, SINK, MOVING, giver.nowNs);
    giver.run();
    giver.news();
    giver.transfers.onOwner(VirtualRange.of(15, 30), OTHER, TOKEN_EPOCH + 1, giver.nowNs);
    assertThat(giver.news()).as("the sink will say so itself").isEmpty();
    giver.transfers.onGone(SINK, giver.nowNs);
    assertThat(giver.transfers.inDoubt()).isEmpty();
    assertThat(giver.news()).containsExactly("unlock", "discard what was handed over", "MOVED");
    assertThat(giver.holder).isNull();
    assertThat(giver.interval).isEqualTo(REST);
  }

  @Test
  void anOwnerFromBeforeTheReleaseDoesNotEndIt() {
    node.transfers.onOwner(MOVING, OTHER, TOKEN_EPOCH, node.nowNs);
    assertThat(node.news()).isEmpty();
    assertThat(node.transfers.inDoubt()).containsExactly(MOVING);
  }

  @Test
  void anOwnerOfSomethingElseDoesNotEndIt() {
    node.transfers.onOwner(VirtualRange.of(20, 30), OTHER, TOKEN_EPOCH + 1, node.nowNs);
    assertThat(node.transfers.inDoubt()).containsExactly(MOVING);
  }

  @Test
  void whatIsHeardOfThisNodeItselfDoesNotEndIt() {
    node.transfers.onOwner(MOVING, node.self, TOKEN_EPOCH + 1, node.nowNs);
    assertThat(node.transfers.inDoubt()).containsExactly(MOVING);
  }

  /** The old state must be gone before the new one is taken in. */
  @Test
  void anOfferOfTheRangeEndsItBeforeItsStateIsTakenIn() {
    Attempt next = new Attempt(OTHER, 1);
    node.holder = next;
    node.transfers.onOffer(OTHER, new Offer(next, MOVING), node.nowNs);
    assertThat(node.news()).containsExactly("discard what was handed over", "MOVED", "take in");
    node.transfers.onHandover(OTHER, new Handover(next, new OwnershipToken(MOVING, 9)), node.nowNs);
    assertThat(node.interval).isEqualTo(ALL);
  }

  @Test
  void aPersonWhoKnowsThatTheSinkIsDeadReclaimsIt() {
    assertThat(node.transfers.reclaim(ALL, node.nowNs)).containsExactly(MOVING);
    assertOwnedHere();
  }

  @Test
  void onlyWholeRangesAreReclaimed() {
    assertThat(node.transfers.reclaim(VirtualRange.of(10, 19), node.nowNs)).isEmpty();
    assertThat(node.news()).isEmpty();
    assertThat(node.transfers.inDoubt()).containsExactly(MOVING);
  }

  @Test
  void theSinkIsAskedAtGrowingIntervalsUntilTheDoubtEnds() {
    node.runFor(10_000); // the first after 1,000, then 2,000, 4,000 …
    assertThat(node.news()).isEqualTo(Collections.nCopies(3, "ask"));
    node.runFor(10_000_000);
    assertThat(node.news().size()).isBetween(20, 30);
    node.transfers.onAssumed(SINK, new Assumed(ATTEMPT), node.nowNs);
    assertOwnedThere();
    node.runFor(10_000_000);
    assertThat(node.news()).isEmpty();
  }

  @Test
  void itCannotBeCancelled() {
    node.transfers.cancel("cancelled", node.nowNs);
    assertThat(node.news()).isEmpty();
    assertThat(node.transfers.inDoubt()).containsExactly(MOVING);
  }

  @Test
  void anotherTransferMayGoOnMeanwhile() {
    Attempt next = new Attempt(OTHER, 1);
    node.holder = next;
    node.transfers.give(next, OTHER, VirtualRange.of(0, 5), node.nowNs);
    node.run();
    node.transfers.onAssumed(OTHER, new Assumed(next), node.nowNs);
    assertThat(node.interval).isEqualTo(VirtualRange.of(5, 10));
    node.news();
    node.transfers.onDeclined(SINK, new Declined(ATTEMPT, "unknown"), node.nowNs);
    assertThat(node.interval).isEqualTo(VirtualRange.of(5, 20));
  }
}
