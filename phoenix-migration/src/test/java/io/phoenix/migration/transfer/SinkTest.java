package io.phoenix.migration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.transfer.TransferMessage.Abort;
import io.phoenix.migration.transfer.TransferMessage.Ask;
import io.phoenix.migration.transfer.TransferMessage.Handover;
import io.phoenix.migration.transfer.TransferMessage.Nothing;
import io.phoenix.migration.transfer.TransferMessage.Offer;
import io.phoenix.migration.transfer.TransferMessage.Take;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The node that is given a range; the other one is played by the test. */
class SinkTest {
  private static final ResourceName SOURCE = new ResourceName(-10);
  private static final VirtualRange MINE = VirtualRange.of(0, 10);
  private static final VirtualRange MOVING = VirtualRange.of(10, 20);
  private static final VirtualRange BOTH = VirtualRange.of(0, 20);
  private static final Attempt ATTEMPT = new Attempt(SOURCE, 3);

  private final FakeState state = new FakeState();
  private final FakeNode node = new FakeNode(-20, MINE, state);

  SinkTest() {
    node.holder = ATTEMPT;
  }

  private void offer() {
    node.transfers.onOffer(SOURCE, new Offer(ATTEMPT, MOVING), node.nowNs);
  }

  private void chunk(String piece) {
    node.transfers.onChunk(SOURCE, piece.getBytes(StandardCharsets.UTF_8), node.nowNs);
  }

  private void handover() {
    handover(MOVING);
  }

  private void handover(VirtualRange range) {
    node.transfers.onHandover(
        SOURCE, new Handover(ATTEMPT, new OwnershipToken(range, 41)), node.nowNs);
  }

  private void abort() {
    node.transfers.onAbort(SOURCE, new Abort(ATTEMPT, "not now"), node.nowNs);
  }

  private void assertLeftWithTheSource() {
    assertThat(node.interval).isEqualTo(MINE);
    assertThat(state.taken).as("half of the state").isEmpty();
    assertThat(node.isFree()).isTrue();
    assertThat(node.transfers.isIdle()).isTrue();
    assertThat(node.moves).extracting(Move::result).containsExactly(Move.Result.KEPT);
  }

  // ── the course of things ────────────────────────────────────────────────────────────────────

  @Test
  void everyPieceThatIsTakenInGivesCredit() {
    offer();
    chunk("a");
    chunk("bbb");
    assertThat(node.news()).containsExactly("take in", "credit 1", "credit 3");
    assertThat(state.taken).containsExactly("a", "bbb");
    assertThat(node.transfers.progress()).isEqualTo(new Progress(MOVING, 4, 0, false));
  }

  @Test
  void doesNotAssumeBeforeTheHandoverWhichFollowsAllState() {
    offer();
    chunk("a");
    node.run();
    assertThat(node.interval).isEqualTo(MINE);
    assertThat(node.log).noneMatch(line -> line.startsWith("assume") || line.equals("install"));
    assertThat(node.holder).isEqualTo(ATTEMPT);
    handover();
    assertThat(node.interval).isEqualTo(BOTH);
    assertThat(state.taken).containsExactly("a");
  }

  @Test
  void unlocksItselfAndTellsTheSourceOnlyAfterItHasAssumed() {
    offer();
    chunk("a");
    node.news();
    handover();
    assertThat(node.news())
        .containsExactly("install", "assume [10, 20) epoch 41", "unlock", "assumed", "MOVED");
  }

  @Test
  void assumesWithTheEpochThatWasHandedOver() {
    offer();
    handover();
    assertThat(node.log).contains("assume [10, 20) epoch 41");
  }

  // ── offers that are not taken ───────────────────────────────────────────────────────────────

  @Test
  void anOfferOfATransactionThatHasNotTheLockIsDeclined() {
    node.holder = null;
    offer();
    assertThat(node.news()).containsExactly("declined");
    chunk("a");
    handover();
    assertThat(node.news()).containsExactly("declined");
    assertThat(node.interval).isEqualTo(MINE);
    assertThat(state.taken).isEmpty();
  }

  @Test
  void anOfferThatIsNotBesideTheIntervalIsDeclined() {
    node.transfers.onOffer(SOURCE, new Offer(ATTEMPT, VirtualRange.of(11, 20)), node.nowNs);
    assertThat(node.log).contains("declined", "unlock");
    assertLeftWithTheSource();
  }

  @Test
  void aNodeThatAssumesNothingTakesAnyRange() {
    node.interval = null;
    offer();
    handover();
    assertThat(node.interval).isEqualTo(MOVING);
  }

  @Test
  void anotherRangeThanTheOneOfferedIsDeclined() {
    offer();
    handover(VirtualRange.of(10, 30));
    assertThat(node.log).contains("declined", "discard");
    assertLeftWithTheSource();
  }

  // ── state that throws ───────────────────────────────────────────────────────────────────────

  @Test
  void stateThatCannotBeginIsDeclined() {
    state.broken.add("take in");
    offer();
    chunk("a");
    assertThat(node.news()).containsExactly("take in", "declined", "unlock", "KEPT");
    assertLeftWithTheSource();
  }

  @Test
  void aPieceThatCannotBeTakenInIsDeclinedAndAllIsDiscarded() {
    offer();
    chunk("a");
    state.broken.add("add");
    node.news();
    chunk("b");
    chunk("c");
    assertThat(node.news()).containsExactly("declined", "unlock", "discard", "KEPT");
    assertLeftWithTheSource();
  }

  @Test
  void stateThatCannotBeInstalledIsDeclinedAndDiscarded() {
    state.broken.add("install");
    offer();
    chunk("a");
    node.news();
    handover();
    assertThat(node.news()).containsExactly("install", "declined", "unlock", "discard", "KEPT");
    assertLeftWithTheSource();
    assertThat(node.moves.get(0).reason()).contains("broken: install");
  }

  @Test
  void stateThatCannotEvenBeDiscardedLeavesNoLock() {
    state.broken.add("discard");
    offer();
    abort();
    assertThat(node.isFree()).isTrue();
    assertThat(node.transfers.isIdle()).isTrue();
  }

  // ── abort, cancel, gone ─────────────────────────────────────────────────────────────────────

  @Test
  void anAbortDiscardsWhatHasBeenTakenIn() {
    offer();
    chunk("a");
    node.news();
    abort();
    assertThat(node.news()).containsExactly("unlock", "discard", "KEPT");
    assertLeftWithTheSource();
    abort();
    assertThat(node.news()).isEmpty();
  }

  @Test
  void aCancelledTransferIsDeclinedAndItsHandoverNotAnsweredAgain() {
    offer();
    chunk("a");
    node.news();
    assertThat(node.transfers.cancel("cancelled", node.nowNs)).isTrue();
    assertThat(node.news()).containsExactly("declined", "unlock", "discard", "KEPT");
    chunk("b");
    handover();
    assertThat(node.news()).isEmpty();
    assertLeftWithTheSource();
  }

  @Test
  void ifTheSourceIsGoneBeforeTheHandoverTheRangeIsItsAndItIsToldSo() {
    offer();
    chunk("a");
    node.news();
    node.transfers.onGone(SOURCE, node.nowNs);
    assertThat(node.news()).containsExactly("unlock", "discard", "KEPT", "declined");
    assertLeftWithTheSource();
    handover();
    assertThat(node.interval).as("the source has been told").isEqualTo(MINE);
  }

  @Test
  void ifTheSourceIsGoneAfterTheHandoverTheRangeIsOwnedHere() {
    offer();
    handover();
    node.news();
    node.transfers.onGone(SOURCE, node.nowNs);
    assertThat(node.news()).isEmpty();
    assertThat(node.interval).isEqualTo(BOTH);
  }

  @Test
  void itDoesNotMatterWhoElseIsGoneOrSendsPieces() {
    offer();
    node.news();
    node.transfers.onGone(new ResourceName(-5), node.nowNs);
    node.transfers.onChunk(new ResourceName(-5), new byte[1], node.nowNs);
    node.transfers.onAbort(new ResourceName(-5), new Abort(ATTEMPT, ""), node.nowNs);
    assertThat(node.news()).isEmpty();
    assertThat(node.holder).isEqualTo(ATTEMPT);
  }

  // ── asking for virtual nodes ────────────────────────────────────────────────────────────────

  private void take() {
    node.transfers.sendTake(ATTEMPT, SOURCE, 5);
    assertThat(node.news()).containsExactly("take");
    assertThat(node.transfers.current()).isEqualTo(ATTEMPT);
  }

  @Test
  void whoAsksIsGiven() {
    take();
    offer();
    handover();
    assertThat(node.interval).isEqualTo(BOTH);
    assertThat(node.transfers.isIdle()).isTrue();
  }

  @Test
  void whoAsksAndIsGivenNothingIsFree() {
    take();
    node.transfers.onNothing(SOURCE, new Nothing(ATTEMPT, "there is nothing"), node.nowNs);
    assertThat(node.news()).containsExactly("unlock", "nothing moved");
    node.transfers.onNothing(SOURCE, new Nothing(ATTEMPT, "again"), node.nowNs);
    assertThat(node.news()).isEmpty();
    assertThat(node.transfers.isIdle()).isTrue();
  }

  @Test
  void whoAsksAndCancelsDeclinesTheOfferWhenItComes() {
    take();
    assertThat(node.transfers.cancel("cancelled", node.nowNs)).isTrue();
    assertThat(node.holder).as("until the answer").isEqualTo(ATTEMPT);
    offer();
    assertThat(node.log).contains("declined", "unlock");
    assertLeftWithTheSource();
  }

  @Test
  void whoCancelledOnceTakesTheNextOffer() {
    take();
    node.transfers.cancel("cancelled", node.nowNs);
    node.transfers.onNothing(SOURCE, new Nothing(ATTEMPT, "nothing"), node.nowNs);
    node.holder = ATTEMPT;
    node.news();
    take();
    offer();
    handover();
    assertThat(node.interval).isEqualTo(BOTH);
  }

  @Test
  void whoAsksANodeThatIsGoneIsFreeAndDeclinesWhatMayStillCome() {
    take();
    node.transfers.onGone(new ResourceName(-5), node.nowNs);
    assertThat(node.news()).isEmpty();
    node.transfers.onGone(SOURCE, node.nowNs);
    assertThat(node.news()).containsExactly("unlock", "declined", "nothing moved");
    offer();
    assertThat(node.news()).containsExactly("declined");
  }

  // ── being asked for virtual nodes ───────────────────────────────────────────────────────────

  private void onTake() {
    node.transfers.onTake(SOURCE, new Take(ATTEMPT, MOVING, 5), node.nowNs);
  }

  @Test
  void whoIsAskedWithoutTheLockGivesNothing() {
    node.holder = null;
    node.chosen = VirtualRange.of(5, 10);
    onTake();
    assertThat(node.news()).containsExactly("nothing");
    assertThat(node.interval).isEqualTo(MINE);
  }

  @Test
  void whoHasNothingToGiveSaysSoAndIsFree() {
    onTake();
    assertThat(node.news()).containsExactly("unlock", "nothing");
  }

  @Test
  void whoIsAskedOffersWhatIsChosen() {
    node.chosen = VirtualRange.of(5, 10);
    onTake();
    assertThat(node.news()).containsExactly("offer [5, 10)");
    assertThat(node.transfers.current()).isEqualTo(ATTEMPT);
  }

  // ── a source in doubt asks ──────────────────────────────────────────────────────────────────

  private void ask() {
    node.news();
    node.transfers.onAsk(SOURCE, new Ask(ATTEMPT), node.nowNs);
  }

  @Test
  void aQuestionIsNotAnsweredWhileTheTransferIsUnderWay() {
    offer();
    ask();
    assertThat(node.news()).isEmpty();
  }

  @Test
  void aSourceInDoubtIsToldThatTheRangeWasAssumed() {
    offer();
    handover();
    ask();
    assertThat(node.news()).containsExactly("assumed");
  }

  @Test
  void aSourceInDoubtIsToldThatTheRangeWasNotAssumed() {
    offer();
    abort();
    ask();
    assertThat(node.news()).containsExactly("declined");
  }

  @Test
  void aSourceInDoubtIsToldThatItsTransactionIsUnknown() {
    node.holder = null;
    ask();
    assertThat(node.news()).containsExactly("declined");
  }

  @Test
  void aSinkThatHadToForgetDoesNotGuess() {
    offer();
    handover();
    for (int i = 0; i < 4096; i++) {
      Attempt next = new Attempt(SOURCE, 100 + i);
      node.holder = next;
      node.transfers.onOffer(SOURCE, new Offer(next, VirtualRange.of(20, 30)), node.nowNs);
      node.transfers.onAbort(SOURCE, new Abort(next, ""), node.nowNs);
    }
    ask();
    assertThat(node.news()).isEmpty();
  }
}
