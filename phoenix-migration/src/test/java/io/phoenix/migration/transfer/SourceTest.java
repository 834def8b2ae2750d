package io.phoenix.migration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.transfer.TransferMessage.Assumed;
import io.phoenix.migration.transfer.TransferMessage.Credit;
import io.phoenix.migration.transfer.TransferMessage.Declined;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The node that gives; the other one is played by the test. */
class SourceTest {
  private static final ResourceName SINK = new ResourceName(-10);
  private static final VirtualRange ALL = VirtualRange.of(0, 20);
  private static final VirtualRange MOVING = VirtualRange.of(10, 20);
  private static final VirtualRange REST = VirtualRange.of(0, 10);
  private static final Attempt ATTEMPT = new Attempt(SINK, 3);

  private final FakeState state = new FakeState();
  private final FakeNode node = new FakeNode(-20, ALL, state);

  /** Begins, and does what can be done without the sink. */
  private void give() {
    node.holder = ATTEMPT;
    node.transfers.give(ATTEMPT, SINK, MOVING, node.nowNs);
    node.run();
  }

  private void credit(long bytes) {
    node.transfers.onCredit(SINK, new Credit(ATTEMPT, bytes), node.nowNs);
    node.run();
  }

  private void assumed() {
    node.transfers.onAssumed(SINK, new Assumed(ATTEMPT), node.nowNs);
  }

  private void declined() {
    node.transfers.onDeclined(SINK, new Declined(ATTEMPT, "no"), node.nowNs);
  }

  /** Brings a transfer into a state; what was logged until then is forgotten. */
  private void giveUntil(Source.State reached) {
    state.live = true;
    state.with("aaaa", "bbbb", "cccc", "dddd");
    give();
    if (reached != Source.State.COPYING) {
      credit(4); // sends cccc, and releases as dddd is left
    }
    if (reached == Source.State.HANDED_OVER) {
      credit(8);
      assertThat(node.log).contains("handover [10, 20) epoch 7");
    } else {
      assertThat(node.log.contains("release [10, 20)")).isEqualTo(reached == Source.State.RELEASED);
      assertThat(node.log).noneMatch(line -> line.startsWith("handover"));
    }
    node.log.clear();
  }

  private void assertKept() {
    assertThat(node.interval).isEqualTo(ALL);
    assertThat(node.isFree()).isTrue();
    assertThat(node.transfers.isIdle()).isTrue();
    assertThat(node.moves).extracting(Move::result).containsExactly(Move.Result.KEPT);
  }

  // ── the course of things ────────────────────────────────────────────────────────────────────

  @Test
  void stateIsHandedOutAfterTheReleaseAndTheRangeHandedOverAfterAllState() {
    state.with("aa", "bb");
    give();
    assertThat(node.news())
        .containsExactly(
            "offer [10, 20)",
            "release [10, 20)",
            "hand out",
            "chunk aa",
            "chunk bb",
            "handover [10, 20) epoch 7");
    assertThat(node.interval).isEqualTo(REST);
  }

  @Test
  void theSourceDiscardsItsStateAndUnlocksItselfOnlyWhenTheSinkHasAssumed() {
    state.with("aa");
    give();
    assertThat(node.holder).isEqualTo(ATTEMPT);
    node.news();
    assumed();
    assertThat(node.news()).containsExactly("unlock", "discard what was handed over", "MOVED");
    assertThat(node.interval).isEqualTo(REST);
    assertThat(node.transfers.isIdle()).isTrue();
  }

  @Test
  void theMoveTellsWhatMovedAndForHowLongNobodyAssumedIt() {
    state.with("aa", "bb");
    node.holder = ATTEMPT;
    node.transfers.give(ATTEMPT, SINK, MOVING, node.nowNs);
    node.nowNs += 30;
    node.run();
    node.nowNs += 12;
    assumed();
    assertThat(node.moves)
        .containsExactly(new Move(MOVING, node.self, SINK, Move.Result.MOVED, 4, 42, 12, ""));
  }

  @Test
  void afterEachPieceOthersHaveTheirTurn() {
    state.with("aa", "bb");
    node.holder = ATTEMPT;
    node.transfers.give(ATTEMPT, SINK, MOVING, node.nowNs);
    node.news();
    node.runOne();
    assertThat(node.news()).containsExactly("release [10, 20)", "hand out", "chunk aa");
    node.runOne();
    assertThat(node.news()).containsExactly("chunk bb");
  }

  @Test
  void aPieceThatIsMuchLongerThanTheWindowDoesNotStopTheTransfer() {
    state.with("a".repeat(100), "bbbb");
    give();
    credit(100);
    assertThat(node.log).contains("chunk bbbb", "handover [10, 20) epoch 7");
  }

  @Test
  void creditsBoundWhatIsUnderWay() {
    state.with("aaaa", "bbbb", "cccc", "dddd", "eeee", "ffff");
    give();
    assertThat(node.log).contains("chunk bbbb").doesNotContain("chunk cccc");
    node.news();
    credit(4);
    assertThat(node.news()).containsExactly("chunk cccc");
    credit(Long.MAX_VALUE); // never more than the window, whatever the sink says
    assertThat(node.news()).containsExactly("chunk dddd", "chunk eeee");
    credit(8);
    assertThat(node.news()).containsExactly("chunk ffff", "handover [10, 20) epoch 7");
  }

  @Test
  void aPieceThatFindsNoRoomIsSentLater() {
    state.with("aa");
    node.hasRoom = false;
    give();
    assertThat(node.news()).containsExactly("offer [10, 20)", "release [10, 20)", "hand out");
    node.runFor(5_000_000);
    node.hasRoom = true;
    node.runFor(1_000_000);
    assertThat(node.news()).containsExactly("chunk aa", "handover [10, 20) epoch 7");
  }

  // ── live ────────────────────────────────────────────────────────────────────────────────────

  @Test
  void aLiveRangeIsReleasedWhenLittleIsLeft() {
    state.live = true;
    state.with("aaaa", "bbbb", "cccc", "dddd");
    give();
    assertThat(node.news())
        .containsExactly("offer [10, 20)", "hand out", "chunk aaaa", "chunk bbbb");
    assertThat(node.interval).as("still in use").isEqualTo(ALL);
    credit(8);
    assertThat(node.news())
        .containsExactly("chunk cccc", "release [10, 20)", "freeze", "chunk dddd");
    credit(8);
    assertThat(node.news()).containsExactly("handover [10, 20) epoch 7");
  }

  @Test
  void whileTheRangeIsInUseOthersHaveThreeQuartersOfTheTime() {
    state.live = true;
    state.with("aaaa", "bbbb", "cccc", "dddd");
    node.holder = ATTEMPT;
    node.transfers.give(ATTEMPT, SINK, MOVING, node.nowNs);
    node.runOne();
    assertThat(node.news()).endsWith("chunk aaaa");
    node.nowNs += 1000; // so long did the piece take
    node.runFor(2999);
    assertThat(node.news()).isEmpty();
    node.runFor(1);
    assertThat(node.news()).containsExactly("chunk bbbb");
  }

  @Test
  void whatChangesWhileItIsCopiedIsSentAgain() {
    giveUntil(Source.State.COPYING);
    state.with("AAAA");
    credit(8);
    assertThat(node.news())
        .containsExactly("chunk cccc", "chunk dddd", "release [10, 20)", "freeze");
    credit(8);
    assertThat(node.news()).containsExactly("chunk AAAA", "handover [10, 20) epoch 7");
  }

  @Test
  void aLiveRangeThatChangesFasterThanItIsCopiedIsReleasedNonetheless() {
    state.live = true;
    state.with("0000", "0001", "0002");
    state.remaining = 12L;
    give();
    for (int i = 0; i < 20 && node.interval.equals(ALL); i++) {
      state.with("more");
      credit(4);
    }
    // Twice the 12 bytes that there were, and one piece more.
    assertThat(node.log.stream().filter(line -> line.startsWith("chunk")).count()).isEqualTo(7);
    assertThat(node.interval).isEqualTo(REST);
  }

  @Test
  void aLiveRangeOfWhichNothingIsLeftForTheMomentIsReleased() {
    state.live = true;
    state.remaining = 100L;
    state.with("aa");
    give();
    assertThat(node.news())
        .containsExactly(
            "offer [10, 20)",
            "hand out",
            "chunk aa",
            "release [10, 20)",
            "freeze",
            "handover [10, 20) epoch 7");
  }

  @Test
  void aLiveRangeIsNotReleasedBeforeItsStateCanBeFrozen() {
    state.live = true;
    state.inUse = true;
    state.with("aa");
    give();
    node.runFor(1_000_000_000L);
    assertThat(node.news()).containsExactly("offer [10, 20)", "hand out", "chunk aa");
    assertThat(node.interval).as("still in use").isEqualTo(ALL);
    state.inUse = false;
    node.runFor(1_000_000L);
    assertThat(node.news())
        .containsExactly("release [10, 20)", "freeze", "handover [10, 20) epoch 7");
  }

  // ── state that throws ───────────────────────────────────────────────────────────────────────

  @ParameterizedTest
  @ValueSource(strings = {"hand out", "next", "can freeze", "freeze", "remaining"})
  void liveStateThatThrowsEndsTheTransferNotTheNode(String where) {
    state.live = true;
    state.with("aaaa", "bbbb", "cccc", "dddd");
    state.broken.add(where);
    give();
    credit(8);
    assertKept();
    assertThat(node.log).contains("abort");
    assertThat(node.moves.get(0).reason()).contains("broken: " + where);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hand out", "next"})
  void stateThatThrowsAfterTheReleaseIsAssumedAgain(String where) {
    state.with("aaaa");
    state.broken.add(where);
    give();
    assertKept();
    assertThat(node.log).contains("release [10, 20)", "assume [10, 20) epoch 7", "abort");
  }

  @Test
  void stateThatThrowsInItsLastCallEndsAsItWouldOtherwise() {
    state.broken.add("discard what was handed over");
    give();
    assumed();
    assertThat(node.moves).extracting(Move::result).containsExactly(Move.Result.MOVED);
    assertThat(node.moves.get(0).reason()).contains("broken");
    assertThat(node.transfers.progress()).isNull();
    assertThat(node.isFree()).isTrue();
  }

  @Test
  void theSinkIsToldOfAnAbortEvenIfTheStateThrowsInItsLastCall() {
    giveUntil(Source.State.COPYING);
    state.broken.add("keep");
    assertThat(node.transfers.cancel("cancelled", node.nowNs)).isTrue();
    assertThat(node.log).contains("abort");
    assertKept();
  }

  // ── cancel, declined, gone: in every state ──────────────────────────────────────────────────

  @Test
  void aCopyThatIsCancelledIsAborted() {
    giveUntil(Source.State.COPYING);
    assertThat(node.transfers.cancel("cancelled", node.nowNs)).isTrue();
    node.run();
    assertThat(node.news()).containsExactly("unlock", "keep", "KEPT", "abort");
    assertKept();
  }

  @Test
  void aReleasedRangeThatIsCancelledIsAssumedAgainBeforeTheSinkIsTold() {
    giveUntil(Source.State.RELEASED);
    assertThat(node.transfers.cancel("cancelled", node.nowNs)).isTrue();
    node.run();
    assertThat(node.news())
        .containsExactly("assume [10, 20) epoch 7", "unlock", "keep", "KEPT", "abort");
    assertKept();
  }

  @Test
  void aRangeThatWasHandedOverCannotBeCancelled() {
    giveUntil(Source.State.HANDED_OVER);
    assertThat(node.transfers.cancel("cancelled", node.nowNs)).isFalse();
    assertThat(node.news()).isEmpty();
    assertThat(node.interval).isEqualTo(REST);
    assertThat(node.holder).isEqualTo(ATTEMPT);
  }

  @Test
  void withNothingUnderWayThereIsNothingToCancel() {
    assertThat(node.transfers.cancel("cancelled", node.nowNs)).isTrue();
    assertThat(node.news()).isEmpty();
  }

  @Test
  void aRangeThatIsDeclinedWhileItIsCopiedStays() {
    giveUntil(Source.State.COPYING);
    declined();
    node.run();
    assertThat(node.news()).containsExactly("unlock", "keep", "KEPT");
    assertKept();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RELEASED", "HANDED_OVER"})
  void aRangeThatIsDeclinedAfterItsReleaseIsAssumedAgain(String reached) {
    giveUntil(Source.State.valueOf(reached));
    declined();
    node.run();
    assertThat(node.news()).containsExactly("assume [10, 20) epoch 7", "unlock", "keep", "KEPT");
    assertKept();
  }

  @Test
  void ifTheSinkIsGoneBeforeTheReleaseTheRangeStays() {
    giveUntil(Source.State.COPYING);
    node.transfers.onGone(SINK, node.nowNs);
    assertThat(node.news()).containsExactly("unlock", "keep", "KEPT", "abort");
    assertKept();
  }

  @Test
  void ifTheSinkIsGoneBeforeTheHandoverTheRangeIsAssumedAgain() {
    giveUntil(Source.State.RELEASED);
    node.transfers.onGone(SINK, node.nowNs);
    assertThat(node.news()).contains("assume [10, 20) epoch 7", "abort");
    assertKept();
  }

  @Test
  void ifTheSinkIsGoneAfterTheHandoverTheRangeIsInDoubtAndAssumedByNobodyHere() {
    giveUntil(Source.State.HANDED_OVER);
    node.transfers.onGone(SINK, node.nowNs);
    assertThat(node.news()).containsExactly("unlock", "IN_DOUBT");
    assertThat(node.interval).isEqualTo(REST);
    assertThat(node.transfers.inDoubt()).containsExactly(MOVING);
    assertThat(node.transfers.current()).as("others may go on").isNull();
    assertThat(node.transfers.isIdle()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"COPYING", "RELEASED", "HANDED_OVER"})
  void itDoesNotMatterWhoElseIsGone(String reached) {
    giveUntil(Source.State.valueOf(reached));
    node.transfers.onGone(new ResourceName(-5), node.nowNs);
    assertThat(node.news()).isEmpty();
    assertThat(node.holder).isEqualTo(ATTEMPT);
  }

  @Test
  void answersOfOthersOrOfOtherAttemptsAreNotMeant() {
    giveUntil(Source.State.HANDED_OVER);
    node.transfers.onAssumed(SINK, new Assumed(new Attempt(SINK, 2)), node.nowNs);
    node.transfers.onAssumed(new ResourceName(-5), new Assumed(ATTEMPT), node.nowNs);
    node.transfers.onDeclined(new ResourceName(-5), new Declined(ATTEMPT, ""), node.nowNs);
    assertThat(node.news()).isEmpty();
  }

  @Test
  void whatComesAfterTheEndChangesNothing() {
    giveUntil(Source.State.HANDED_OVER);
    assumed();
    node.news();
    declined();
    assumed();
    credit(8);
    node.transfers.onGone(SINK, node.nowNs);
    assertThat(node.news()).isEmpty();
    assertThat(node.interval).isEqualTo(REST);
  }

  @Test
  void assumedBeforeTheHandoverIsNotBelieved() {
    giveUntil(Source.State.RELEASED);
    assumed();
    assertThat(node.news()).isEmpty();
    assertThat(node.holder).isEqualTo(ATTEMPT);
  }

  @Test
  void progressTellsWhatIsSentAndWhatIsLeft() {
    giveUntil(Source.State.COPYING);
    assertThat(node.transfers.progress()).isEqualTo(new Progress(MOVING, 8, 8, true));
    assertThat(List.of(node.transfers.current())).containsExactly(ATTEMPT);
  }
}
